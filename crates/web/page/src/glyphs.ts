// The marks of moves, as people write them.

import type { Mark } from "./wire";

const GLYPHS: { [nag: number]: string } = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!" };

const NAGS: { [mark in Mark]: number } = { only: 1, mistake: 2, blunder: 4, dubious: 6 };

/** The kinds of marks we give, the best first. */
export const MARKS: Mark[] = ["only", "dubious", "mistake", "blunder"];

export function glyph(mark: Mark): string {
  return GLYPHS[NAGS[mark]];
}

/** Those glyphs of a file that judge a move. */
export function glyphsOf(nags: number[] | undefined): string {
  return (nags ?? []).map((nag) => GLYPHS[nag] ?? "").join("");
}

/** Which of our marks a file's glyph is like, for its colour. */
export function markOf(nags: number[] | undefined): Mark | null {
  const found = Object.entries(NAGS).find(([, nag]) => nags?.includes(nag));
  return found ? (found[0] as Mark) : null;
}
