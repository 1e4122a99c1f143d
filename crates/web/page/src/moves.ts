// The moves of the game under the board: with marks, side lines and comments.

import { makeSan } from "chessops/san";
import type { App } from "./app";
import * as chess from "./chess";
import { byId, button, el } from "./dom";
import type { GameMove } from "./gametree";
import { glyph, glyphsOf, markOf } from "./glyphs";
import type { Judging } from "./judging";
import { words } from "./words";

/** Longer comments are cut in the list; a click shows the rest. */
const MAX_COMMENT = 240;

export class Moves {
  constructor(
    private app: App,
    private judging: Judging,
  ) {
    app.on(["game", "view", "preferences"], () => this.draw());
    judging.onChange(() => this.draw());
    byId("aside-remove").addEventListener("click", () => this.change(() => app.study.removeAside()));
    byId("aside-promote").addEventListener("click", () => this.change(() => app.study.promote()));
  }

  private change(act: () => void): void {
    act();
    this.app.backToGame();
    this.app.changed("game");
    dispatchEvent(new CustomEvent("bstar:moved"));
  }

  private draw(): void {
    const { app } = this;
    const { study } = app;
    byId("aside-tools").hidden = app.isRecorded || study.playing !== null || !study.isAside;
    const place = byId("moves");
    const title = study.title ? [el("span", { class: "title" }, study.title)] : [];
    const before = place.scrollTop;
    place.replaceChildren(...title, ...this.told(study.roots, study.start, [], true));
    place.scrollTop = before;
    const current = place.querySelector<HTMLElement>(".is-current");
    if (!current) return;
    const top = current.offsetTop - place.offsetTop;
    const isSeen = top >= before && top + current.offsetHeight <= before + place.clientHeight;
    if (!isSeen) place.scrollTop = top - place.clientHeight / 2;
  }

  /** Some lines that begin in the same position, the main one first. */
  private told(siblings: GameMove[], start: chess.Position, path: GameMove[], isMain: boolean): (Node | string)[] {
    const parts: (Node | string)[] = [];
    const position = start.clone();
    const way = [...path];
    let needsNumber = true;
    let at = siblings;
    while (at.length > 0) {
      const [node, ...others] = at;
      const legal = chess.legal(position, node.move);
      if (!legal) break;
      const before = comment(node.before);
      if (before) parts.push(before, " ");
      const isWhite = position.turn === "white";
      const number = isWhite ? `${position.fullmoves}. ` : needsNumber || before ? `${position.fullmoves}… ` : "";
      const here = [...way, node];
      parts.push(this.move(number + makeSan(position, legal), node, here, isMain), " ");
      const after = comment(node.comment);
      if (after) parts.push(after, " ");
      for (const other of others) {
        const line = this.told([other], position, way, false);
        parts.push(el("span", { class: "aside" }, "(", ...trimmed(line), ")"), " ");
      }
      needsNumber = after !== null || others.length > 0;
      way.push(node);
      position.play(legal);
      at = node.children;
    }
    return parts;
  }

  private move(text: string, node: GameMove, path: GameMove[], isMain: boolean): HTMLElement {
    const { app, judging } = this;
    const { study } = app;
    const isCurrent = app.view.kind === "game" && study.cursor === path.length && study.line[path.length - 1] === node;
    const own = glyphsOf(node.nags);
    // While a game is on, nobody is told how good their moves are.
    const judged = isMain && study.playing === null ? judging.judged?.game?.moves[path.length - 1] : null;
    const mark = own ? markOf(node.nags) : judged?.move === node.move ? (judged?.mark ?? null) : null;
    const sign = own || (mark ? glyph(mark) : "");
    const kind = mark ? ` is-${mark}` : "";
    const label = mark ? `${text}${sign}, ${words.judged.marks[mark]}` : null;
    const move = button(text, { class: `word${isCurrent ? " is-current" : ""}${kind}`, "aria-current": isCurrent ? "step" : null, "aria-label": label }, () => {
      study.enter(path);
      app.backToGame();
      app.changed("game");
      dispatchEvent(new CustomEvent("bstar:moved"));
    });
    if (sign) move.append(el("span", { class: "glyph" }, sign));
    return move;
  }
}

/** A comment, without what is for programs in it (`[%eval 0.3]`, `[%clk 0:01:00]`). */
export function readable(text: string | undefined): string {
  return (text ?? "").replace(/\[%[^\]]*\]/g, "").replace(/\s+/g, " ").trim();
}

function comment(text: string | undefined): HTMLElement | null {
  const whole = readable(text);
  if (!whole) return null;
  if (whole.length <= MAX_COMMENT) return el("span", { class: "comment" }, whole);
  const details = el("span", { class: "comment" }, `${whole.slice(0, MAX_COMMENT)}… `);
  const more = button(words.judged.more, { class: "quiet" }, () => details.replaceChildren(whole));
  details.append(more);
  return details;
}

function trimmed(parts: (Node | string)[]): (Node | string)[] {
  return parts.at(-1) === " " ? parts.slice(0, -1) : parts;
}
