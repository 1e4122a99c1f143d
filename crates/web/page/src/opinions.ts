// What searches thought of the positions of the game, for its curve.

import type { App } from "./app";
import * as keep from "./keep";
import type { Side, Value } from "./lines";
import type { Record } from "./record";
import { ends, middle } from "./values";

interface Opinion {
  side: Side;
  pess: Value | null;
  real: Value;
  opt: Value | null;
}

export class Opinions {
  /** By the moves that led there. */
  private known: { [id: string]: Opinion } = keep.load("opinions", {});

  constructor(private app: App) {}

  /** Keeps what a search thought. */
  note(record: Record): void {
    const { thought } = record;
    if (!thought?.best || thought.real === null) return;
    this.known[keep.idOf(record.fen, record.moves)] = { side: record.side, pess: thought.pess, real: thought.real, opt: thought.opt };
    // Only those of this game are wanted later.
    const { fen, main } = this.app.study;
    const wanted = new Set(Array.from({ length: main.length + 1 }, (_, ply) => keep.idOf(fen, main.slice(0, ply))));
    for (const id of Object.keys(this.known)) if (!wanted.has(id)) delete this.known[id];
    keep.save("opinions", this.known);
    this.app.changed("game");
  }

  /** For White: the likely value, and how far it may be off. */
  at(fen: string, moves: string[]): { likely: number; reach: { low: number; high: number } } | null {
    const opinion = this.known[keep.idOf(fen, moves)];
    if (!isSound(opinion)) return null;
    const white = (value: number) => (opinion.side === "white" ? value : 10_000 - value);
    const likely = white(middle(opinion.real));
    // What Black hopes for is what White fears.
    const hope = opinion.opt === null ? likely : white(ends(opinion.opt).max);
    const fear = opinion.pess === null ? likely : white(ends(opinion.pess).min);
    return { likely, reach: { low: Math.min(hope, fear), high: Math.max(hope, fear) } };
  }
}

/** What was kept may be spoiled. */
function isSound(opinion: Opinion | undefined): opinion is Opinion {
  const isValue = (value: unknown) => typeof value === "number" || (typeof value === "object" && value !== null && "min" in value && "max" in value);
  return opinion !== undefined && opinion !== null && isValue(opinion.real) && [opinion.pess, opinion.opt].every((value) => value === null || isValue(value));
}
