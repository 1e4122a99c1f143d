// All moves of a position that endgame tables know, with their results and distances. It takes the
// place of the rivals: nothing is estimated there.

import type { App } from "./app";
import { byId, el } from "./dom";
import type { Certainty, TableMove } from "./wire";
import { words } from "./words";

/** Moves with the same result and distance. */
interface Group {
  outcome: Certainty;
  isMate: boolean;
  distance: number | null;
  moves: TableMove[];
}

export class KnownMoves {
  constructor(private app: App) {
    app.on(["record", "frame", "preferences", "work"], () => this.draw());
    app.on(["view"], () => this.mark());
  }

  private draw(): void {
    const { record } = this.app;
    const known = record?.thought?.known ?? null;
    byId("known").hidden = known === null;
    if (!known) return;
    const groups = grouped(known.moves);
    const hasSteps = groups.some(({ isMate, distance }) => !isMate && distance !== null);
    byId("known-note").textContent = hasSteps ? `${words.known.exactly} ${words.known.legend}` : words.known.exactly;
    byId("known-distance").textContent = hasSteps ? words.known.within : words.known.mateIn;
    byId("known-moves").replaceChildren(...groups.map((group) => this.row(group, hasSteps)));
    this.mark();
  }

  private row({ outcome, isMate, distance, moves }: Group, hasSteps: boolean): HTMLElement {
    const name = ({ move, san }: TableMove) => {
      const button = el("button", { type: "button", class: "move", "data-move": move }, san);
      button.addEventListener("click", () => this.app.follow([], [move], 1, false));
      return button;
    };
    const number = distance === null ? "–" : `${isMate && hasSteps ? "#" : ""}${distance}`;
    const names = moves.flatMap((move, at) => (at === 0 ? [name(move)] : [" ", name(move)]));
    return el("tr", { class: `is-${outcome}` }, el("th", { scope: "row" }, words.known[outcome]), el("td", { class: "number" }, number), el("td", {}, ...names));
  }

  /** Which of the moves is shown on the board. */
  private mark(): void {
    const { view } = this.app;
    const first = view.kind === "line" ? [...view.path, ...view.line][0] : null;
    for (const button of byId("known-moves").querySelectorAll<HTMLElement>("button")) button.classList.toggle("is-selected", button.dataset.move === first);
  }
}

/** The moves in groups, the best first, as they come. */
function grouped(moves: TableMove[]): Group[] {
  const groups: Group[] = [];
  for (const move of moves) {
    const isMate = move.moves_to_mate !== null;
    const distance = move.moves_to_mate ?? (move.plies_to_zeroing === null ? null : Math.ceil(move.plies_to_zeroing / 2));
    const group = groups.find((one) => one.outcome === move.outcome && one.isMate === isMate && one.distance === distance);
    if (group) group.moves.push(move);
    else groups.push({ outcome: move.outcome, isMate, distance, moves: [move] });
  }
  return groups;
}
