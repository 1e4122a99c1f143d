// Units, colours and the like.

import type { App, Look } from "./app";
import { byId } from "./dom";

export function looks(app: App): void {
  for (const name of ["units", "theme"] as const) {
    for (const choice of document.querySelectorAll<HTMLInputElement>(`input[name=${name}]`)) {
      choice.checked = choice.value === app.look[name];
      choice.addEventListener("change", () => {
        app.look = { ...app.look, [name]: choice.value } as Look;
        app.changed("look");
      });
    }
  }
  const seconds = byId<HTMLSelectElement>("seconds");
  seconds.value = String(app.look.seconds);
  seconds.addEventListener("change", () => {
    app.look.seconds = Number(seconds.value);
    app.changed("look");
  });
  const dress = () => {
    document.documentElement.dataset.theme = app.look.theme;
  };
  app.on(["look"], dress);
  dress();
}
