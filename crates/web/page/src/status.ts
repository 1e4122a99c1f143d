// What the page says of a moment is true of that moment. It goes when the position, the game or the
// search is another.

import type { App } from "./app";
import { byId } from "./dom";
import * as keep from "./keep";

export function watchStatus(app: App): void {
  const here = () => keep.idOf(app.study.fen, app.study.past);
  const moment = () => [here(), app.study.playing, app.work?.what, JSON.stringify(app.view)].join();
  // Unknown until what was said together with a change has been drawn.
  let saidAt: string | null = null;
  let position = here();
  addEventListener("bstar:said", () => {
    saidAt = null;
    requestAnimationFrame(() => (saidAt = moment()));
  });
  app.on(["game", "view", "work"], () => {
    if (saidAt !== null && saidAt !== moment()) byId("status").textContent = "";
    if (position !== here()) byId("problem").textContent = "";
    position = here();
  });
}
