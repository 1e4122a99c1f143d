// What our words mean: said when the pointer rests on one, when the keyboard comes to it, or when it
// is touched.

import { byId, el } from "./dom";
import { type Hint, words } from "./words";

/** Room between a word and what is said of it. */
const GAP_PIXELS = 6;

export function watchHints(): void {
  document.body.append(el("div", { id: "hint", role: "tooltip", hidden: true }));
  for (const word of document.querySelectorAll("[data-hint]")) word.setAttribute("tabindex", "0");
  const wanted = (event: Event) => (event.target as Element).closest<HTMLElement>("[data-hint], #value-bar");
  for (const kind of ["mouseover", "focusin"]) {
    addEventListener(kind, (event) => {
      const word = wanted(event);
      if (word) show(word);
    });
  }
  for (const kind of ["mouseout", "focusout"]) addEventListener(kind, hide);
  addEventListener("keydown", (event) => {
    if (event.key === "Escape") hide();
  });
}

/** Attributes of an element with one of our words in it. */
export function hinted(hint: Hint): { [name: string]: string | number } {
  return { "data-hint": hint, tabindex: 0 };
}

function show(word: HTMLElement): void {
  const tip = byId("hint");
  const name = word.dataset.hint as Hint | undefined;
  // The bar beside the board is itself what it says.
  tip.textContent = name ? words.hints[name] : `${word.getAttribute("aria-label")} ${words.hints.howSure}`;
  tip.hidden = false;
  word.setAttribute("aria-describedby", "hint");
  const at = word.getBoundingClientRect();
  const { width, height } = tip.getBoundingClientRect();
  const left = Math.max(GAP_PIXELS, Math.min(at.left, innerWidth - width - GAP_PIXELS));
  const below = Math.min(at.bottom, innerHeight) + GAP_PIXELS;
  tip.style.left = `${left}px`;
  tip.style.top = `${below + height < innerHeight ? below : Math.max(GAP_PIXELS, at.top - height - GAP_PIXELS)}px`;
}

function hide(): void {
  byId("hint").hidden = true;
}
