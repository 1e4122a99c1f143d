// A game with its side lines and comments, as a tree of moves. The first child is the main line.
// For keeping and for the wire it is a line with notes, which may have lines of their own.

import * as chess from "./chess";
import type { MoveNote, SideLine } from "./wire";

export interface GameMove {
  move: string;
  /** Comments before and after it. */
  before?: string;
  comment?: string;
  nags?: number[];
  children: GameMove[];
}

/** Side lines in side lines are kept to this depth. */
const MAX_DEPTH = 12;

/** The tree of a line, as far as its moves are legal. */
export function treeOf(line: SideLine, start: chess.Position): GameMove[] {
  const roots: GameMove[] = [];
  grow(roots, line, start, 0);
  return roots;
}

function grow(siblings: GameMove[], line: SideLine, start: chess.Position, depth: number): void {
  const notes = new Map((line.notes ?? []).map((note) => [note.ply, note]));
  const position = start.clone();
  let at = siblings;
  for (const [ply, word] of line.moves.entries()) {
    const legal = chess.legal(position, word);
    if (!legal) return;
    const { before, comment, nags, variations } = notes.get(ply) ?? {};
    const node: GameMove = { move: word, before, comment, nags, children: [] };
    at.push(node);
    if (depth < MAX_DEPTH) for (const variation of variations ?? []) grow(at, variation, position, depth + 1);
    position.play(legal);
    at = node.children;
  }
}

/** The main line below some siblings. */
export function mainLine(siblings: GameMove[]): GameMove[] {
  const line: GameMove[] = [];
  for (let at = siblings; at.length > 0; at = at[0].children) line.push(at[0]);
  return line;
}

/** The tree as a line with notes. */
export function lineOf(siblings: GameMove[]): SideLine {
  const [head, ...others] = siblings;
  return head ? lineFrom(head, others) : { moves: [] };
}

function lineFrom(head: GameMove, others: GameMove[]): SideLine {
  const moves: string[] = [];
  const notes: MoveNote[] = [];
  let [node, siblings]: [GameMove | undefined, GameMove[]] = [head, others];
  while (node) {
    const { before, comment, nags } = node;
    const variations = siblings.map((other) => lineFrom(other, []));
    if (before || comment || nags?.length || variations.length > 0) {
      notes.push({ ply: moves.length, before, comment, nags, variations });
    }
    moves.push(node.move);
    [node, ...siblings] = node.children;
  }
  return { moves, notes };
}

/** Whether a thing that was kept is a line. Whoever reads it need not trust it. */
export function isLine(thing: unknown, depth = 0): thing is SideLine {
  const { moves, notes = [] } = (thing ?? {}) as { moves?: unknown; notes?: unknown };
  const isText = (text: unknown) => text === undefined || typeof text === "string";
  const isNote = (note: unknown) => {
    const { ply, before, comment, nags = [], variations = [] } = (note ?? {}) as { [name: string]: unknown };
    const isPlain = typeof ply === "number" && isText(before) && isText(comment) && Array.isArray(nags) && nags.every(Number.isInteger);
    return isPlain && Array.isArray(variations) && variations.every((line) => isLine(line, depth + 1));
  };
  const areMoves = Array.isArray(moves) && moves.every((move) => typeof move === "string");
  return depth <= MAX_DEPTH && areMoves && Array.isArray(notes) && notes.every(isNote);
}
