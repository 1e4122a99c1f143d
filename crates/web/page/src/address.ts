// What an address holds behind `#`: `fen=…` or `pgn=…`, and `ply=…` for the position shown.

import * as pgn from "./pgn";
import type { Study } from "./study";

export interface Linked {
  fen: string | null;
  pgn: string | null;
  ply: number | null;
}

/** The part of an address behind `#` for a game. Spaces are `_`, as other sites have it. */
export function address(study: Study): string {
  const encoded = (text: string) => encodeURIComponent(text).replace(/_/g, "%5F").replace(/%20/g, "_").replace(/%2F/g, "/");
  if (study.main.length === 0) return `fen=${encoded(study.fen)}`;
  const ply = study.isAside ? study.mainPlies : study.cursor;
  return `pgn=${encoded(pgn.short(study))}&ply=${ply}`;
}

/** What an address holds behind `#`. */
export function read(hash: string): Linked | null {
  const parts = new Map(
    hash
      .replace(/^#/, "")
      .split("&")
      .map((part) => [part.slice(0, part.indexOf("=")), part.slice(part.indexOf("=") + 1)]),
  );
  const decoded = (name: string) => {
    const text = parts.get(name);
    if (text === undefined) return null;
    try {
      return decodeURIComponent(text.replace(/_/g, "%20"));
    } catch {
      return text;
    }
  };
  const [fen, game] = [decoded("fen"), decoded("pgn")];
  const ply = Number.parseInt(parts.get("ply") ?? "", 10);
  return fen === null && game === null ? null : { fen, pgn: game, ply: Number.isNaN(ply) ? null : ply };
}

/** Whether a text is the address of a web page, ours or another. */
export function isAddress(text: string): boolean {
  return /^(https?:\/\/|www\.|#|[\w-]+(\.[\w-]+)*\.[a-z]{2,}(:\d+)?\/)\S*(#.*)?$/i.test(text);
}

export function isFen(text: string): boolean {
  return /^([pnbrqk1-8]+\/){7}[pnbrqk1-8]+(\s|$)/i.test(text) && !text.includes("\n");
}
