// What the opening of the game is called, and where the game left known paths. The server knows.

import * as api from "./api";
import type { App } from "./app";
import * as chess from "./chess";
import { byId, el } from "./dom";
import type { Judging } from "./judging";
import * as keep from "./keep";
import type { Position } from "./wire";
import { words } from "./words";

type Opening = Pick<Position, "opening" | "opening_left_at">;

/** Whoever plays through moves quickly is not interested in each of them. */
const WAIT_MS = 150;

/** Longer games are asked about up to here: no opening is as long. */
const MAX_PLIES = 80;

export class OpeningName {
  private known = new Map<string, Opening>();
  private timer = 0;

  constructor(
    private app: App,
    private judging: Judging,
  ) {
    app.on(["game", "preferences", "record"], () => this.draw());
    judging.onChange(() => this.draw());
  }

  private draw(): void {
    if (this.app.isRecorded) return this.drawRecorded();
    // The line that is shown, through to its end.
    const { fen } = this.app.study;
    const moves = this.app.study.moves.slice(0, MAX_PLIES);
    const id = keep.idOf(fen, moves);
    const isStart = moves.length === 0 && fen === chess.INITIAL_FEN;
    const known = isStart ? null : this.known.get(id);
    clearTimeout(this.timer);
    // What was said of the moves before stays until there is something else to say.
    if (known === undefined) this.timer = window.setTimeout(() => void this.ask(fen, moves, id), WAIT_MS);
    else this.tell(known, fen, moves);
  }

  /** Without a server, what was recorded tells. */
  private drawRecorded(): void {
    const { record } = this.app;
    const { judged } = this.judging;
    if (judged?.game) this.tell(judged.game, judged.fen, judged.moves);
    else if (record?.thought) this.tell(record.thought, record.fen, record.moves);
  }

  /** The name is no answer that anybody waits for: without a server there is none. */
  private async ask(fen: string, moves: string[], id: string): Promise<void> {
    const found = await api.position(fen, moves).catch(() => null);
    if (!found) return;
    this.known.set(id, found);
    this.draw();
  }

  private tell(found: Opening | null, fen: string, moves: string[]): void {
    const place = byId("opening");
    const opening = found?.opening ?? null;
    place.hidden = opening === null;
    if (!opening) return place.replaceChildren();
    const left = found?.opening_left_at ?? null;
    const name = el("span", { lang: "en" }, opening.name);
    place.replaceChildren(name, ` (${opening.eco})`, left === null ? "" : `; ${words.board.leftPaths(numbered(fen, moves, left))}`);
  }
}

/** A move by its place in the game: `4… a5`. */
function numbered(fen: string, moves: string[], ply: number): string {
  const before = chess.after(chess.position(fen), moves.slice(0, ply - 1));
  return `${before.fullmoves}${before.turn === "white" ? "." : "…"} ${chess.san(before, moves[ply - 1])}`;
}
