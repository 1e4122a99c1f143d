// On a phone the board is above what one reads. A line that is shown while it is out of sight takes
// it along, small; a touch of it leads back.

import type { App } from "./app";
import { byId } from "./dom";

export function floatBoard(app: App): void {
  const place = byId("board-place");
  const frame = byId("board-frame");
  const isNarrow = matchMedia("(max-width: 900px)");
  let isOut = false;
  const update = () => frame.classList.toggle("is-floating", isOut && isNarrow.matches && app.view.kind === "line");
  new IntersectionObserver(
    ([entry]) => {
      isOut = entry.intersectionRatio < 0.5;
      update();
    },
    { threshold: 0.5 },
  ).observe(place);
  isNarrow.addEventListener("change", update);
  app.on(["view"], update);
  frame.addEventListener("click", () => {
    if (frame.classList.contains("is-floating")) place.scrollIntoView({ block: "start", behavior: "smooth" });
  });
}
