// Which part of the tree is shown: what is open, what a filter keeps, and where everything stands.

import { hierarchy, tree } from "d3-hierarchy";
import type { Record, TreeNode } from "./record";
import { words } from "./words";

export type Filter = "decided" | "changed" | "against" | "all";

/** Something that is drawn: a move to a position, or a word for moves that are not drawn. */
export interface Item {
  id: string;
  /** The position; for the others under it, the one they are moves of. */
  n: number;
  san: string;
  /** Whether the position stands in full elsewhere: another move led to it first. */
  isElsewhere: boolean;
  /** So many moves that are not drawn. */
  hidden: number;
  isBest: boolean;
  depth: number;
  x: number;
  y: number;
  parent: Item | null;
  children: Item[];
}

export const ROW_PIXELS = 30;
export const COLUMN_PIXELS = 124;

/** The most moves of a position that are drawn, unless the visitor asks for more. */
const MAX_MOVES = 6;
const MAX_MOVES_BELOW = 3;

/** A tree with more rows than this is written like a list. In the middle of hundreds of rows nobody
 * finds the root, or from it the moves. */
const MAX_DRAWN_ROWS = 60;
const INDENT_PIXELS = 34;

/** The tree is opened so far at first, where most of the work went. */
const MAX_OPEN_DEPTH = 7;

export class Shown {
  open = new Set<number>([0]);
  /** Positions all of whose moves are wanted. */
  full = new Set<number>();
  filter: Filter = "decided";
  /** Whether what is shown is too much to be drawn as a tree, and stands in a list. */
  isList = false;

  /** What decided: the best line, the replies that were tried, and the rivals. */
  reset(record: Record): void {
    this.open = new Set([0]);
    this.full.clear();
    const line = record.thought?.line ?? [];
    for (const n of record.along(line)) this.open.add(n);
    if (record.nodes.length === 0) return;
    // And where most of the work went.
    let node = record.nodes[0];
    while (node.depth < MAX_OPEN_DEPTH) {
      const most = node.moves.map((way) => record.nodes[way.n]).reduce((a, b) => (b.visits.length > a.visits.length ? b : a), node.moves.length > 0 ? record.nodes[node.moves[0].n] : node);
      if (most === node || most.visits.length < 2 || most.parent !== node.n) break;
      this.open.add(most.n);
      node = most;
    }
  }

  reveal(record: Record, n: number): void {
    for (let node: TreeNode | undefined = record.nodes[n]; node && node.parent >= 0; node = record.nodes[node.parent]) {
      this.open.add(node.parent);
      if (!this.few(record, record.nodes[node.parent], Infinity).some((child) => child.n === node!.n)) this.full.add(node.parent);
    }
  }

  openAll(record: Record): void {
    for (const node of record.nodes) if (node.opened < Infinity) this.open.add(node.n);
  }

  toggle(n: number): void {
    if (!this.open.delete(n)) this.open.add(n);
  }

  private few(record: Record, node: TreeNode, frame: number): TreeNode[] {
    const [best, ...others] = record.movesAt(node.n, frame).map((way) => record.nodes[way.n]);
    if (!best) return [];
    const visited = others.filter((child) => record.visitsAt(child.n, frame) > 0).sort((a, b) => record.visitsAt(b.n, frame) - record.visitsAt(a.n, frame));
    // The root shows a rival even if none was expanded.
    const untouched = node.n === 0 ? others.filter((child) => !visited.includes(child)).slice(0, 2) : [];
    return [best, ...visited, ...untouched].slice(0, node.depth < 2 ? MAX_MOVES : MAX_MOVES_BELOW);
  }

  /** The positions a filter keeps; null if it keeps all. */
  private kept(record: Record, frame: number): Set<number> | null {
    const best = record.bestAt(frame);
    const wanted = record.frames.slice(0, frame).filter((at) => {
      if (this.filter === "changed") return at.happened.includes("new-best") || at.happened.includes("refuted");
      return at.phase === "verify" && at.selected === best;
    });
    if (this.filter === "decided" || this.filter === "all") return null;
    const kept = new Set<number>([0]);
    for (const at of wanted) for (const n of record.along(at.path)) kept.add(n);
    for (const n of record.along(best ? [best] : [])) kept.add(n);
    return kept;
  }

  private moves(record: Record, node: TreeNode, frame: number, kept: Set<number> | null): { n: number; san: string }[] {
    const ways = record.movesAt(node.n, frame);
    if (kept) return ways.filter((way) => kept.has(way.n));
    if (this.filter === "all" || this.full.has(node.n)) return ways;
    const few = new Set(this.few(record, node, frame).map((child) => child.n));
    return ways.filter((way) => few.has(way.n));
  }

  /** Everything that is drawn at a moment, in its place. */
  items(record: Record, frame: number): Item[] {
    if (record.nodes.length === 0) return [];
    const kept = this.kept(record, frame);
    const build = (n: number, san: string, parent: Item | null, from: number, isBest: boolean): Item => {
      const node = record.nodes[n];
      const item: Item = {
        id: `${from}-${n}`,
        n,
        san,
        isElsewhere: node.parent !== from,
        hidden: 0,
        isBest,
        depth: parent ? parent.depth + 1 : 0,
        x: 0,
        y: 0,
        parent,
        children: [],
      };
      const isOpen = kept ? kept.has(n) : this.open.has(n);
      if (!isOpen || item.isElsewhere || node.opened > frame) return item;
      const all = record.movesAt(n, frame);
      const moves = this.moves(record, node, frame, kept);
      const best = all[0]?.n;
      item.children = moves.map((way) => build(way.n, way.san, item, n, isBest && way.n === best));
      const hidden = all.length - moves.length;
      if (hidden > 0 && !kept) {
        item.children.push({ ...item, id: `more-${n}`, san: words.tree.more(hidden), hidden, isBest: false, isElsewhere: false, depth: item.depth + 1, parent: item, children: [] });
      }
      return item;
    };
    const root = build(0, "", null, -1, true);
    const rows = hierarchy(root).leaves().length;
    this.isList = rows > MAX_DRAWN_ROWS;
    if (this.isList) return inRows(root);
    const laid = tree<Item>().nodeSize([ROW_PIXELS, COLUMN_PIXELS]).separation(() => 1)(hierarchy(root));
    const items: Item[] = [];
    laid.each((point) => {
      point.data.x = point.y;
      point.data.y = point.x;
      items.push(point.data);
    });
    const top = Math.min(...items.map((item) => item.y));
    for (const item of items) item.y += ROW_PIXELS - top;
    return items;
  }
}

/** One below the other, as files in folders are. */
function inRows(root: Item): Item[] {
  const items: Item[] = [];
  const put = (item: Item) => {
    item.x = item.depth * INDENT_PIXELS;
    item.y = (items.length + 1) * ROW_PIXELS;
    items.push(item);
    item.children.forEach(put);
  };
  put(root);
  return items;
}
