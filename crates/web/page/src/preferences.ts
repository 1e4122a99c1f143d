// What the visitor prefers: units, colours, seconds for a search.

import type { App, Preferences } from "./app";
import { byId } from "./dom";

export function watchPreferences(app: App): void {
  for (const name of ["units", "theme"] as const) {
    for (const choice of document.querySelectorAll<HTMLInputElement>(`input[name=${name}]`)) {
      choice.checked = choice.value === app.preferences[name];
      choice.addEventListener("change", () => {
        app.preferences = { ...app.preferences, [name]: choice.value } as Preferences;
        app.changed("preferences");
      });
    }
  }
  const seconds = byId<HTMLSelectElement>("seconds");
  seconds.value = String(app.preferences.seconds);
  seconds.addEventListener("change", () => {
    app.preferences.seconds = Number(seconds.value);
    app.changed("preferences");
  });
  const dress = () => {
    document.documentElement.dataset.theme = app.preferences.theme;
  };
  app.on(["preferences"], dress);
  dress();
}
