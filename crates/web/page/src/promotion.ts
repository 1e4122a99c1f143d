// What a pawn becomes, chosen where it arrives.

import { byId, el } from "./dom";
import type { Side } from "./lines";
import { words } from "./words";

const ROLES = { q: "queen", n: "knight", r: "rook", b: "bishop" } as const;

/** Asks on the board; null if the visitor would rather not. */
export function choosePromotion(moves: string[], orientation: Side): Promise<string | null> {
  const frame = byId("board-frame");
  const [file, rank] = [moves[0].charCodeAt(2) - "a".charCodeAt(0), moves[0][3]];
  const side: Side = rank === "8" ? "white" : "black";
  return new Promise((resolve) => {
    const box = el("div", { class: "promotion cg-wrap", role: "group", "aria-label": words.board.becomes });
    const shade = el("div", { class: "shade" });
    const finish = (move: string | null) => {
      box.remove();
      shade.remove();
      frame.focus({ preventScroll: true });
      resolve(move);
    };
    for (const letter of Object.keys(ROLES) as (keyof typeof ROLES)[]) {
      const move = moves.find((known) => known[4] === letter);
      if (!move) continue;
      const name = words.man(ROLES[letter]);
      const choice = el("button", { type: "button", "aria-label": name, title: name }, el("piece" as "span", { class: `${ROLES[letter]} ${side}` }));
      choice.addEventListener("click", () => finish(move));
      box.append(choice);
    }
    shade.addEventListener("click", () => finish(null));
    box.addEventListener("keydown", (event) => {
      event.stopPropagation();
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (event.key === "Escape") finish(null);
      if (!step) return;
      event.preventDefault();
      const choices = [...box.children] as HTMLElement[];
      const way = side === orientation ? step : -step;
      choices[(choices.indexOf(document.activeElement as HTMLElement) + way + choices.length) % choices.length].focus();
    });
    const column = orientation === "white" ? file : 7 - file;
    box.style.left = `${column * 12.5}%`;
    // At the edge where the pawn is, the queen first.
    box.style[side === orientation ? "top" : "bottom"] = "0";
    box.classList.toggle("is-up", side !== orientation);
    frame.append(shade, box);
    (box.firstElementChild as HTMLElement | null)?.focus();
  });
}
