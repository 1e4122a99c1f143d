// The visitor's game: where it began, its moves, and which of its positions is shown.

import * as chess from "./chess";
import type { Side } from "./lines";

export interface Saved {
  fen: string;
  moves: string[];
  cursor: number;
  title: string;
  playing: Side | null;
}

export class Study {
  fen: string;
  moves: string[];
  cursor: number;
  title: string;
  /** The side the visitor plays, while a game is on. */
  playing: Side | null;

  constructor(saved: Partial<Saved> = {}) {
    this.fen = saved.fen ?? chess.INITIAL_FEN;
    this.moves = saved.moves ?? [];
    this.cursor = Math.min(saved.cursor ?? this.moves.length, this.moves.length);
    this.title = saved.title ?? "";
    this.playing = saved.playing ?? null;
  }

  get saved(): Saved {
    const { fen, moves, cursor, title, playing } = this;
    return { fen, moves, cursor, title, playing };
  }

  get start(): chess.Position {
    return chess.position(this.fen);
  }

  /** The moves up to the position shown. */
  get past(): string[] {
    return this.moves.slice(0, this.cursor);
  }

  get position(): chess.Position {
    return chess.after(this.start, this.past);
  }

  get isAtEnd(): boolean {
    return this.cursor === this.moves.length;
  }

  /** Plays a move in the position shown. If another move came next before, the rest is dropped. */
  play(move: string): void {
    if (this.moves[this.cursor] !== move) this.moves = [...this.past, move];
    this.cursor += 1;
  }

  goTo(cursor: number): void {
    this.cursor = Math.max(0, Math.min(cursor, this.moves.length));
  }

  /** How the game has ended in the position shown, if it has. */
  get outcome(): string | null {
    const earlier: string[] = [];
    const position = this.start;
    for (const move of this.past) {
      earlier.push(chess.fen(position));
      const legal = chess.legal(position, move);
      if (!legal) break;
      position.play(legal);
    }
    return chess.outcome(position, earlier);
  }
}
