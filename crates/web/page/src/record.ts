// One search: its lines as they come in, and its tree as it was at any moment.

import type { Candidate, Comparison, Frame, Line, NodeLine, Scale, Side, Standing, Thought, Value } from "./lines";
import { ends, middle } from "./values";

export interface Values {
  pess: Value | null;
  real: Value;
  opt: Value | null;
}

export interface Way {
  n: number;
  move: string;
  san: string;
}

/** A position of the tree. It is drawn in full under the first move that led to it. */
export interface TreeNode {
  n: number;
  key: string;
  parent: number;
  move: string;
  san: string;
  depth: number;
  /** The frame in which it was first heard of. */
  born: number;
  /** The frame in which its moves became known; infinite while they are not. */
  opened: number;
  moves: Way[];
  /** Frames of the expansions at or below it. */
  visits: number[];
  changes: { frame: number; values: Values }[];
  last?: NodeLine;
}

/** How a root move is shown beside the others. */
export interface Rival extends Values {
  move: string;
  san: string;
  spent: number;
  overtakes: number | null;
  certain: string | null;
  answer: string | null;
}

export class Record {
  thought: Thought | null = null;
  scale: Scale | null = null;
  standing: Standing | null = null;
  comparison: Comparison | null = null;
  candidates: Candidate[] = [];
  frames: Frame[] = [];
  /** The name of the search, while the server may know it. */
  search: string | null = null;
  /** Its lines, as they are kept. */
  text = "";
  nodes: TreeNode[] = [];
  private byKey = new Map<string, number>();
  private lasts = new Map<string, NodeLine>();

  /** The position searched, as the visitor's game has it: where it began and the moves since. */
  constructor(
    readonly fen: string,
    readonly moves: string[],
    readonly side: Side,
  ) {}

  get isDone(): boolean {
    return this.thought !== null;
  }

  take(lines: Line[]): void {
    for (const line of lines) this.takeOne(line);
  }

  private takeOne(line: Line): void {
    switch (line.type) {
      case "thought":
        this.thought = line;
        break;
      case "scale":
        this.scale = line;
        break;
      case "move":
        this.candidates.push(line);
        break;
      case "standing":
        this.standing = line;
        break;
      case "comparison":
        this.comparison = line;
        break;
      case "node": {
        this.lasts.set(line.key, line);
        const n = this.byKey.get(line.key);
        if (n !== undefined) this.nodes[n].last = line;
        break;
      }
      case "anew":
        this.frames = [];
        this.nodes = [];
        this.byKey.clear();
        break;
      case "frame":
        this.takeFrame(line);
        break;
    }
  }

  private takeFrame(frame: Frame): void {
    this.frames.push(frame);
    if (this.nodes.length === 0) this.add("", -1, "", "", 0, frame.frame);
    if (frame.n !== null) {
      this.open(this.nodes[frame.n], frame);
      this.visit(frame);
    }
    for (const [n, pess, real, opt] of frame.values) {
      this.nodes[n]?.changes.push({ frame: frame.frame, values: { pess, real, opt } });
    }
  }

  private open(node: TreeNode | undefined, frame: Frame): void {
    if (!node) return;
    node.opened = Math.min(node.opened, frame.frame);
    node.moves = frame.moves.map(([n, move, san, key]) => {
      if (n === this.nodes.length) this.add(key, node.n, move, san, node.depth + 1, frame.frame);
      return { n, move, san };
    });
  }

  private add(key: string, parent: number, move: string, san: string, depth: number, born: number): void {
    const n = this.nodes.length;
    this.nodes.push({ n, key, parent, move, san, depth, born, opened: Infinity, moves: [], visits: [], changes: [], last: this.lasts.get(key) });
    this.byKey.set(key, n);
  }

  private visit(frame: Frame): void {
    for (const n of this.along(frame.path)) this.nodes[n].visits.push(frame.frame);
  }

  /** The positions along some moves, as far as the tree has them. The root is the first. */
  along(path: string[]): number[] {
    const way = [0];
    let node = this.nodes[0];
    for (const move of path) {
      const next = node?.moves.find((known) => known.move === move);
      if (!next) break;
      way.push(next.n);
      node = this.nodes[next.n];
    }
    return this.nodes.length > 0 ? way : [];
  }

  find(key: string): number | undefined {
    if (this.thought && key === this.thought.root) return 0;
    return this.byKey.get(key);
  }

  /** The root's own line tells nothing of a move, so it has no key in frames. */
  lastOf(node: TreeNode): NodeLine | undefined {
    return node.n === 0 && this.thought ? this.lasts.get(this.thought.root) : node.last;
  }

  valuesAt(n: number, frame: number): Values | null {
    // Between two trees, nodes of the first may still be on the screen.
    const changes = this.nodes[n]?.changes ?? [];
    let low = 0;
    let high = changes.length;
    while (low < high) {
      const half = (low + high) >> 1;
      if (changes[half].frame <= frame) low = half + 1;
      else high = half;
    }
    return low > 0 ? changes[low - 1].values : null;
  }

  visitsAt(n: number, frame: number): number {
    const { visits } = this.nodes[n];
    let low = 0;
    let high = visits.length;
    while (low < high) {
      const half = (low + high) >> 1;
      if (visits[half] <= frame) low = half + 1;
      else high = half;
    }
    return low;
  }

  sideOf(node: TreeNode): Side {
    const isRoots = node.depth % 2 === 0;
    return isRoots === (this.side === "white") ? "white" : "black";
  }

  /** The moves of a position at a moment, the best for the side to move first. */
  movesAt(n: number, frame: number): Way[] {
    const node = this.nodes[n];
    if (node.opened > frame) return [];
    const sign = this.sideOf(node) === this.side ? -1 : 1;
    const worth = (way: Way) => {
      const values = this.valuesAt(way.n, frame);
      return values ? middle(values.real) : sign < 0 ? -1 : 10001;
    };
    const ranked = node.moves.map((way) => ({ way, worth: worth(way), visits: this.visitsAt(way.n, frame) }));
    ranked.sort((a, b) => sign * (a.worth - b.worth) || b.visits - a.visits);
    const best = n === 0 ? this.bestAt(frame) : null;
    if (best) {
      const at = ranked.findIndex(({ way }) => way.move === best);
      if (at > 0) ranked.unshift(...ranked.splice(at, 1));
    }
    return ranked.map(({ way }) => way);
  }

  /** The best root move at a moment. */
  bestAt(frame: number): string | null {
    if (frame >= this.frames.length && this.thought) return this.thought.best;
    // What the words say while the search runs, the board and the bars say too.
    if (this.isNow(frame) && this.standing) return this.standing.best;
    return this.frames[Math.min(frame, this.frames.length) - 1]?.best ?? this.standing?.best ?? null;
  }

  /** The moves from the root to a position. */
  pathTo(n: number): string[] {
    const path: string[] = [];
    for (let node = this.nodes[n]; node && node.parent >= 0; node = this.nodes[node.parent]) path.unshift(node.move);
    return path;
  }

  sansTo(n: number): string[] {
    const path: string[] = [];
    for (let node = this.nodes[n]; node && node.parent >= 0; node = this.nodes[node.parent]) path.unshift(node.san);
    return path;
  }

  /** The root moves at a moment, the best first, then by what they are likely to bring. */
  rivalsAt(frame: number): Rival[] {
    if (frame >= this.frames.length && this.candidates.length > 0) {
      return this.candidates.map((known) => ({ ...known, answer: known.answer_san }));
    }
    // While all moves are searched deeply, the first tree is older than what is said.
    if (this.nodes.length === 0 || (this.isNow(frame) && this.standing?.phase === "root")) {
      return (this.standing?.moves ?? []).map((known) => {
        const n = this.along([known.move])[1];
        // Of most moves a deep search says only that they are worth no more. The first tree knows
        // better what they are, if it does not think more of them than that.
        const before = n === undefined || typeof known.real === "number" ? null : this.valuesAt(n, frame);
        const values = before && middle(before.real) <= ends(known.real).max ? before : known;
        const { pess, real, opt } = values;
        const spent = n === undefined ? 0 : this.visitsAt(n, frame);
        return { move: known.move, san: known.san, pess, real, opt, spent, overtakes: null, certain: null, answer: null };
      });
    }
    return this.movesAt(0, frame).flatMap((way) => {
      const values = this.valuesAt(way.n, frame);
      if (!values) return [];
      const spent = this.visitsAt(way.n, frame);
      return [{ move: way.move, san: way.san, ...values, spent, overtakes: null, certain: null, answer: null }];
    });
  }

  /** Whether this is the newest moment of a search that runs. */
  private isNow(frame: number): boolean {
    return !this.isDone && frame >= this.frames.length;
  }

  targetAt(frame: number): { phase: string; value: number; selected: string | null } | null {
    const at = this.frames[Math.min(frame, this.frames.length) - 1];
    if (!at || at.target === null || (this.isNow(frame) && this.standing?.phase === "root")) return null;
    // A move that has fallen below what would refute it, or a rival's mark that the best has passed,
    // is of a moment that is over.
    const aim = at.phase === "verify" ? (at.selected ?? this.bestAt(frame)) : this.bestAt(frame);
    const real = this.rivalsAt(frame).find(({ move }) => move === aim)?.real;
    if (real !== undefined && (at.phase === "verify") === at.target > middle(real)) return null;
    return { phase: at.phase, value: at.target, selected: at.selected };
  }

  /** The largest number a value of the root moves can stand for. */
  static most(values: Values): number {
    return ends(values.opt ?? values.real).max;
  }
}
