// Searches: one at a time. What is finished is kept.

import * as api from "./api";
import type { App } from "./app";
import * as chess from "./chess";
import { announce, byId } from "./dom";
import * as keep from "./keep";
import type { Line } from "./lines";
import { Record } from "./record";
import { words } from "./words";

type What = NonNullable<App["work"]>["what"];

export interface Wish {
  fen: string;
  moves: string[];
  seconds: number;
  move?: string;
  threads?: number;
  continues?: string;
}

export class Searching {
  constructor(private app: App) {}

  /** Searches and gives the record when it is finished. Null if there is no answer. */
  async run(what: What, wish: Wish, hear: (record: Record) => void): Promise<Record | null> {
    const { app } = this;
    app.work?.leave();
    const asked = performance.now();
    const position = chess.after(chess.position(wish.fen), wish.moves);
    const record = new Record(wish.fen, wish.moves, chess.turn(position));
    const abort = new AbortController();
    let name: string | null = null;
    // Before it has a name there is nothing to wait for.
    const stop = () => (name === null ? abort.abort() : void api.stop(name));
    const work = { stop, leave: () => abort.abort(), what };
    app.work = work;
    byId("problem").textContent = "";
    app.changed("work");
    const kept: string[] = [];
    let isFirst = true;
    try {
      await api.search(wish, abort.signal, (lines, text) => {
        for (const line of lines) {
          if (line.type !== "accepted") continue;
          name = line.search;
          // A search that is only asked about keeps its name.
          record.search = line.continues && wish.move ? (wish.continues ?? null) : line.search;
          if (line.running > line.cores) announce(words.ask.shared(line.running, line.cores));
        }
        record.take(lines);
        gather(kept, lines, text);
        if (isFirst && record.standing) {
          isFirst = false;
          performance.measure("first-sentence", { start: asked, end: performance.now() });
        }
        hear(record);
      });
      if (!record.isDone) throw new Error(words.server.noAnswer);
    } catch (error) {
      if (!abort.signal.aborted) this.complain(error);
    }
    if (app.work === work) {
      app.work = null;
      app.changed("work", "record");
    }
    if (!record.isDone) return null;
    record.text = kept.join("\n");
    if (!wish.move) {
      const search: keep.Kept = { id: keep.idOf(wish.fen, wish.moves), made: Date.now(), fen: wish.fen, moves: wish.moves, text: record.text };
      await keep.keep("searches", search);
    }
    return record;
  }

  private complain(error: unknown): void {
    const text = error instanceof Error ? error.message : String(error);
    byId("problem").textContent = text;
    announce(text);
  }

  /** A search about a position that was finished before. */
  async recall(fen: string, moves: string[]): Promise<Record | null> {
    const found = await keep.find<keep.Kept>("searches", keep.idOf(fen, moves));
    try {
      return found ? restored(found) : null;
    } catch {
      // It was kept by another version, or is spoiled. It can be searched again.
      return null;
    }
  }
}

export function restored(found: { fen: string; moves: string[]; text: string }): Record {
  const position = chess.after(chess.position(found.fen), found.moves);
  const record = new Record(found.fen, found.moves, chess.turn(position));
  record.take(found.text.split("\n").filter(Boolean).map((line) => JSON.parse(line)));
  record.text = found.text;
  return record;
}

/** Only what is needed to show it again. */
function gather(kept: string[], lines: Line[], text: string): void {
  const texts = text.split("\n").filter((line) => line.trim() !== "");
  lines.forEach((line, index) => {
    if (line.type === "anew") kept.length = 0;
    if (["thought", "scale", "move", "node", "frame"].includes(line.type)) kept.push(texts[index]);
  });
}
