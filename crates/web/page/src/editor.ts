// Pieces placed by hand, on the board itself: by pointer, or by keys on the square of the cursor.

import { Chessground } from "chessground";
import type { Api } from "chessground/api";
import type { Key, Piece } from "chessground/types";
import type { App } from "./app";
import * as chess from "./chess";
import type { Cursor } from "./cursor";
import { byId, button, el } from "./dom";
import { words } from "./words";

const MEN = ["king", "queen", "rook", "bishop", "knight", "pawn"] as const;

/** As FEN writes them; capitals are White's. */
const LETTERS: { [letter: string]: (typeof MEN)[number] } = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" };

/** Makes the board one on which pieces are put and taken away. At the end the server checks it, and
 * what is wrong is said here. */
export function edit(app: App, cursor: Cursor, check: (fen: string) => Promise<string | null>): void {
  const place = byId("editor");
  if (!place.hidden) return;
  place.hidden = false;
  document.body.classList.add("is-editing");
  const board = el("div", { class: "edit-board", "aria-hidden": "true" });
  const position = app.shown;
  const orientation = app.preferences.isFlipped ? "black" : "white";
  let chosen: Piece | "nothing" = { role: "queen", color: "white" };
  const side = el("select", { "aria-label": words.editor.whoseMove }, el("option", { value: "w" }, words.board.toMove("white")), el("option", { value: "b" }, words.board.toMove("black")));
  side.value = position.turn === "white" ? "w" : "b";
  const palette = el("div", { class: "palette", role: "group", "aria-label": words.editor.palette });
  const problem = el("p", { class: "problem", role: "alert" });
  const choose = (what: Piece | "nothing", choice: HTMLElement) => {
    chosen = what;
    for (const other of palette.children) {
      other.classList.toggle("is-chosen", other === choice);
      other.setAttribute("aria-pressed", String(other === choice));
    }
  };
  for (const color of ["white", "black"] as const) {
    for (const role of MEN) {
      const choice: HTMLButtonElement = button("", { "aria-label": words.coloured(color, role), class: "man cg-wrap", "aria-pressed": "false" }, () => choose({ role, color }, choice));
      choice.append(el("piece" as "span", { class: `${color} ${role}` }));
      palette.append(choice);
    }
  }
  const nothing: HTMLButtonElement = button(words.editor.takeAway, { "aria-pressed": "false" }, () => choose("nothing", nothing));
  palette.append(nothing);
  choose(chosen, palette.children[1] as HTMLElement);
  const finish = async () => {
    const placed = ground.getFen();
    const wrong = await check(`${placed} ${side.value} ${castling(ground)} - 0 1`);
    if (wrong === null) close();
    else problem.textContent = wrong;
  };
  const before = cursor.keys;
  const close = () => {
    cursor.keys = before;
    ground.destroy();
    board.remove();
    place.replaceChildren();
    place.hidden = true;
    document.body.classList.remove("is-editing");
    byId("board-frame").focus({ preventScroll: true });
  };
  place.replaceChildren(
    palette,
    el("div", { class: "row" }, side, button(words.editor.empty, {}, () => ground.set({ fen: "8/8/8/8/8/8/8/8" })), button(words.editor.done, { class: "primary" }, () => void finish()), button(words.editor.cancel, {}, close)),
    problem,
    el("p", { class: "note keys" }, words.editor.keys),
  );
  byId("board-frame").append(board);
  const put = (square: string, piece: Piece | undefined) => ground.setPieces(new Map([[square as Key, piece]]));
  const toggle = (square: string) => {
    const there = ground.state.pieces.get(square as Key);
    const isSame = chosen !== "nothing" && there?.role === chosen.role && there.color === chosen.color;
    put(square, chosen === "nothing" || isSame ? undefined : chosen);
  };
  const ground: Api = Chessground(board, {
    fen: chess.fen(position),
    orientation,
    animation: { enabled: false },
    movable: { free: true, color: "both" },
    draggable: { deleteOnDropOff: true },
    drawable: { enabled: false },
    selectable: { enabled: false },
    highlight: { lastMove: false, check: false },
    events: { select: toggle },
  });
  cursor.keys = {
    orientation: () => orientation,
    press: (key, square) => {
      const role = LETTERS[key.toLowerCase()];
      if (key === "Enter" || key === " ") toggle(square);
      else if (key === "Delete" || key === "Backspace") put(square, undefined);
      else if (role) put(square, { role, color: key === key.toLowerCase() ? "black" : "white" });
      else return false;
      return true;
    },
    told: (square) => {
      const there = ground.state.pieces.get(square as Key);
      return words.board.square(square, there ? words.coloured(there.color, there.role) : null);
    },
  };
  byId("board-place").scrollIntoView({ block: "nearest" });
  byId("board-frame").focus({ preventScroll: true });
}

/** Kings and rooks that stand where they began may castle. */
function castling(ground: Api): string {
  const is = (key: string, color: string, role: string) => {
    const there = ground.state.pieces.get(key as Key);
    return there?.color === color && there.role === role;
  };
  let rights = "";
  for (const [color, rank, letters] of [
    ["white", "1", "KQ"],
    ["black", "8", "kq"],
  ] as const) {
    if (!is(`e${rank}`, color, "king")) continue;
    if (is(`h${rank}`, color, "rook")) rights += letters[0];
    if (is(`a${rank}`, color, "rook")) rights += letters[1];
  }
  return rights || "-";
}
