// Pieces placed by hand.

import { Chessground } from "chessground";
import type { Api } from "chessground/api";
import type { Key, Piece } from "chessground/types";
import type { App } from "./app";
import * as chess from "./chess";
import { byId, button, el } from "./dom";
import { words } from "./words";

const MEN = ["king", "queen", "rook", "bishop", "knight", "pawn"] as const;

/** Opens a board on which pieces are put and taken away. At the end the server checks it. */
export function edit(app: App, check: (fen: string) => Promise<boolean>): void {
  const place = byId("editor");
  place.hidden = false;
  const board = el("div", { class: "edit-board" });
  const position = app.shown;
  let chosen: Piece | "nothing" = { role: "queen", color: "white" };
  const side = el("select", { "aria-label": words.editor.whoseMove }, el("option", { value: "w" }, words.board.toMove("white")), el("option", { value: "b" }, words.board.toMove("black")));
  side.value = position.turn === "white" ? "w" : "b";
  const palette = el("div", { class: "palette", role: "group", "aria-label": words.editor.palette });
  const choose = (what: Piece | "nothing", choice: HTMLElement) => {
    chosen = what;
    for (const other of palette.children) other.classList.toggle("is-chosen", other === choice);
  };
  for (const color of ["white", "black"] as const) {
    for (const role of MEN) {
      const choice: HTMLButtonElement = button("", { "aria-label": words.coloured(color, role), class: "man cg-wrap" }, () => choose({ role, color }, choice));
      choice.append(el("piece" as "span", { class: `${color} ${role}` }));
      palette.append(choice);
    }
  }
  const nothing: HTMLButtonElement = button(words.editor.takeAway, {}, () => choose("nothing", nothing));
  palette.append(nothing);
  const finish = async () => {
    const placed = ground.getFen();
    const rights = castling(ground);
    if (await check(`${placed} ${side.value} ${rights} - 0 1`)) close();
  };
  const close = () => {
    ground.destroy();
    place.replaceChildren();
    place.hidden = true;
  };
  place.replaceChildren(
    board,
    palette,
    el("div", { class: "row" }, side, button(words.editor.empty, {}, () => ground.set({ fen: "8/8/8/8/8/8/8/8" })), button(words.editor.done, { class: "primary" }, () => void finish()), button(words.editor.cancel, {}, close)),
  );
  const ground: Api = Chessground(board, {
    fen: chess.fen(position),
    orientation: app.preferences.isFlipped ? "black" : "white",
    animation: { enabled: false },
    movable: { free: true, color: "both" },
    draggable: { deleteOnDropOff: true },
    drawable: { enabled: false },
    selectable: { enabled: false },
    highlight: { lastMove: false, check: false },
    events: {
      select: (key: Key) => {
        const there = ground.state.pieces.get(key);
        const isSame = chosen !== "nothing" && there?.role === chosen.role && there.color === chosen.color;
        ground.setPieces(new Map([[key, chosen === "nothing" || isSame ? undefined : chosen]]));
      },
    },
  });
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
