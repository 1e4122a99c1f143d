// What the visitor prefers: language, units, colours, seconds for a search.

import type { App, Preferences } from "./app";
import { announce, byId } from "./dom";
import { type Language, language, speak } from "./words";

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
  for (const choice of document.querySelectorAll<HTMLInputElement>("input[name=language]")) {
    choice.checked = choice.value === language;
    choice.addEventListener("change", () => {
      app.preferences.language = choice.value as Language;
      speak(app.preferences.language);
      announce("");
      app.changed("game", "record", "frame", "view", "preferences", "work");
    });
  }
  // Where there is little room they are folded away.
  byId<HTMLDetailsElement>("settings").open = !matchMedia("(max-width: 900px)").matches;
  const seconds = byId<HTMLSelectElement>("seconds");
  seconds.value = String(app.preferences.seconds);
  seconds.addEventListener("change", () => {
    app.preferences.seconds = Number(seconds.value);
    app.changed("preferences");
  });
  for (const name of ["threads", "lines"] as const) {
    const select = byId<HTMLSelectElement>(name);
    select.value = String(app.preferences[name]);
    select.addEventListener("change", () => {
      app.preferences[name] = Number(select.value);
      app.changed("preferences");
    });
  }
  const dress = () => {
    document.documentElement.dataset.theme = app.preferences.theme;
  };
  app.on(["preferences"], dress);
  dress();
}
