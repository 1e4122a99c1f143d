// The visitor's game: where it began, its moves with their side lines, and which of its positions
// is shown.

import * as chess from "./chess";
import { type GameMove, isLine, lineOf, mainLine, treeOf } from "./gametree";
import type { Side } from "./lines";
import type { SideLine } from "./wire";

export interface Saved {
  fen: string;
  /** The line that is shown. */
  moves: string[];
  cursor: number;
  title: string;
  playing: Side | null;
  /** The strength of the opponent; null for all it has. */
  elo: number | null;
  /** The main line with everything beside it. */
  line?: SideLine;
  tags: [string, string][];
  result: string;
}

const RESULTS = ["1-0", "0-1", "1/2-1/2", "*"];

export class Study {
  fen: string;
  /** The moves from the start position, the main one first. */
  roots: GameMove[];
  /** The line that is shown, through to its end. */
  line: GameMove[];
  cursor: number;
  title: string;
  /** The side the visitor plays, while a game is on. */
  playing: Side | null;
  elo: number | null;
  tags: [string, string][];
  result: string;

  constructor(saved: Partial<Saved> = {}) {
    this.fen = saved.fen ?? chess.INITIAL_FEN;
    const moves = saved.moves ?? [];
    this.roots = treeOf(saved.line ?? { moves }, this.start);
    this.line = mainLine(this.roots);
    this.cursor = 0;
    this.follow(moves);
    this.cursor = Math.min(saved.cursor ?? this.line.length, this.line.length);
    this.title = saved.title ?? "";
    this.playing = saved.playing ?? null;
    this.elo = saved.elo ?? null;
    this.tags = saved.tags ?? [];
    this.result = saved.result ?? "*";
  }

  get saved(): Saved {
    const { fen, moves, cursor, title, playing, elo, tags, result } = this;
    return { fen, moves, cursor, title, playing, elo, line: lineOf(this.roots), tags, result };
  }

  get start(): chess.Position {
    return chess.position(this.fen);
  }

  /** The line that is shown, through to its end. */
  get moves(): string[] {
    return this.line.map(({ move }) => move);
  }

  /** The game itself, without side lines. */
  get main(): string[] {
    return mainLine(this.roots).map(({ move }) => move);
  }

  /** The moves up to the position shown. */
  get past(): string[] {
    return this.moves.slice(0, this.cursor);
  }

  get position(): chess.Position {
    return chess.after(this.start, this.past);
  }

  get isAtEnd(): boolean {
    return this.cursor === this.line.length;
  }

  /** How many moves of the line shown are the game's own. */
  get mainPlies(): number {
    const main = mainLine(this.roots);
    const differs = this.line.findIndex((node, ply) => node !== main[ply]);
    return differs < 0 ? this.line.length : differs;
  }

  /** Whether the position shown is in a side line. */
  get isAside(): boolean {
    return this.cursor > this.mainPlies;
  }

  private get siblings(): GameMove[] {
    return this.cursor === 0 ? this.roots : this.line[this.cursor - 1].children;
  }

  /** Plays a move in the position shown. If others are known there, it becomes a side line. */
  play(move: string): void {
    const { siblings } = this;
    let node = siblings.find((known) => known.move === move);
    if (!node) {
      node = { move, children: [] };
      siblings.push(node);
    }
    this.line = [...this.line.slice(0, this.cursor), node, ...mainLine(node.children)];
    this.cursor += 1;
  }

  private tryMove(move: string): boolean {
    const isPossible = this.siblings.some((known) => known.move === move) || chess.legal(this.position, move) !== null;
    if (isPossible) this.play(move);
    return isPossible;
  }

  /** Plays moves from the start. Those that are not known yet become a side line. */
  follow(moves: string[]): void {
    this.cursor = 0;
    for (const move of moves) if (!this.tryMove(move)) break;
  }

  goTo(cursor: number): void {
    this.cursor = Math.max(0, Math.min(cursor, this.line.length));
  }

  /** To a move of a side line, or of the game. */
  enter(path: GameMove[]): void {
    this.line = [...path, ...mainLine(path.at(-1)?.children ?? this.roots)];
    this.cursor = path.length;
  }

  /** To a position of the game itself. */
  goToMain(cursor: number): void {
    this.line = mainLine(this.roots);
    this.goTo(cursor);
  }

  /** Drops everything after the position shown. */
  cut(): void {
    this.siblings.length = 0;
    this.line = this.line.slice(0, this.cursor);
  }

  /** Drops the side line that is shown. */
  removeAside(): void {
    const at = this.mainPlies;
    const siblings = at === 0 ? this.roots : this.line[at - 1].children;
    siblings.splice(siblings.indexOf(this.line[at]), 1);
    this.goToMain(at);
  }

  /** Makes the line that is shown the game itself. */
  promote(): void {
    let siblings = this.roots;
    for (const node of this.line) {
      siblings.splice(siblings.indexOf(node), 1);
      siblings.unshift(node);
      siblings = node.children;
    }
  }

  /** How the game has ended in the position shown, if it has. */
  get outcome(): string | null {
    return this.outcomeAfter(this.past);
  }

  /** Whether the line that is shown ends with the end of the game. */
  get isOver(): boolean {
    return this.outcomeAfter(this.moves) !== null;
  }

  private outcomeAfter(moves: string[]): string | null {
    const earlier: string[] = [];
    const position = this.start;
    for (const move of moves) {
      earlier.push(chess.fen(position));
      const legal = chess.legal(position, move);
      if (!legal) break;
      position.play(legal);
    }
    return chess.outcome(position, earlier);
  }
}

/** What can be used of a game that was kept. It may be another version's, or spoiled. */
export function sound(kept: unknown): Partial<Saved> {
  const { fen, moves, cursor, title, playing, elo, line, tags, result } = (kept ?? {}) as { [name: string]: unknown };
  const isWord = (word: unknown): word is string => typeof word === "string";
  const isTag = (tag: unknown): tag is [string, string] => Array.isArray(tag) && tag.length === 2 && tag.every(isWord);
  if (fen !== undefined && !(isWord(fen) && chess.isPosition(fen))) return {};
  return {
    fen,
    moves: Array.isArray(moves) && moves.every(isWord) ? moves : [],
    cursor: Number.isInteger(cursor) ? Math.max(0, cursor as number) : undefined,
    title: isWord(title) ? title : "",
    playing: playing === "white" || playing === "black" ? playing : null,
    elo: Number.isInteger(elo) ? (elo as number) : null,
    line: isLine(line) ? line : undefined,
    tags: Array.isArray(tags) ? tags.filter(isTag) : [],
    result: RESULTS.find((known) => known === result) ?? "*",
  };
}
