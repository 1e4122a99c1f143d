// The tree, drawn. Only what is in sight is in the document, so that large trees scroll as well as
// small ones.

import type { App } from "./app";
import { bare } from "./chess";
import { byId, set, svg } from "./dom";
import { COLUMN_PIXELS, type Filter, type Item, ROW_PIXELS, Shown } from "./shown";
import type { Record, TreeNode } from "./record";
import { TreeMap } from "./tree-map";
import { middle } from "./values";
import { language, words } from "./words";

const LABEL_PIXELS = 86;
const MARGIN_PIXELS = 44;

interface Badge {
  sign: string;
  what: string;
  kind: string;
}

export class Tree {
  readonly shown = new Shown();
  private items: Item[] = [];
  private drawn = new Map<string, { group: SVGGElement; edge: SVGPathElement; at: string; signature: string }>();
  private view = byId("tree-view");
  private canvas = svg("svg", { role: "presentation" });
  private edges = svg("g", { class: "edges", "aria-hidden": "true" });
  private pills = svg("g", { class: "pills", role: "none" });
  private of: Record | null = null;
  private most = 1;
  private found: number[] = [];
  private map: TreeMap;

  constructor(private app: App) {
    this.map = new TreeMap((x, y) => {
      this.scroll(y - this.sight.height / 2, x - this.sight.width / 2);
      this.paint();
    });
    this.canvas.append(this.edges, this.pills);
    this.view.append(this.canvas);
    this.view.addEventListener("scroll", () => this.measureView(), { passive: true });
    this.view.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.measureView()).observe(this.view);
    for (const choice of document.querySelectorAll<HTMLInputElement>("input[name=filter]")) {
      choice.addEventListener("change", () => {
        this.shown.filter = choice.value as Filter;
        this.place();
        this.toRoot();
        this.paint();
      });
    }
    byId("open-all").addEventListener("click", () => this.openAll());
    byId("close-all").addEventListener("click", () => this.closeAll());
    const search = byId<HTMLInputElement>("tree-search");
    search.addEventListener("input", () => this.search(search.value));
    search.addEventListener("keydown", (event) => {
      if (event.key === "Enter") {
        event.preventDefault();
        this.next(event.shiftKey ? -1 : 1);
      }
    });
    addEventListener("bstar:reveal", (event) => this.reveal((event as CustomEvent<number[]>).detail));
    app.on(["record", "frame", "preferences"], () => this.update());
    app.on(["view"], () => this.follow());
  }

  private update(): void {
    const { record } = this.app;
    byId("tree").hidden = !record || record.nodes.length === 0;
    if (!record) return;
    if (record !== this.of || (record.isDone && !this.wasDone)) {
      this.shown.reset(record);
      this.isNew = true;
    }
    this.of = record;
    this.wasDone = record.isDone;
    this.place();
    if (this.isNew || !record.isDone) this.toRoot();
    this.isNew = false;
    this.followWork();
    this.paint();
  }

  /** Measures what part of the tree is in sight. It is kept: asking the browser after every change
   * would make it lay out everything at once. */
  private sight = { top: 0, left: 0, width: 0, height: 0 };
  private size = { width: 0, height: 0 };

  private measureView(): void {
    const { scrollTop, scrollLeft, clientWidth, clientHeight } = this.view;
    this.sight = { top: scrollTop, left: scrollLeft, width: clientWidth, height: clientHeight };
    this.paint();
  }

  private scroll(top: number, left: number): void {
    const { sight, size } = this;
    sight.top = Math.max(0, Math.min(top, size.height - sight.height));
    sight.left = Math.max(0, Math.min(left, size.width - sight.width));
    this.view.scrollTo(sight.left, sight.top);
  }

  /** The root stands in the middle of what it leads to. */
  private toRoot(): void {
    const [root] = this.items;
    if (root) this.scroll(root.y - this.sight.height / 2, 0);
  }

  /** In the middle of a search: where it is at work. */
  private followWork(): void {
    const { record, frame } = this.app;
    if (!record || frame >= record.frames.length) return;
    const way = record.along(record.frames[frame - 1]?.path ?? []);
    const item = this.items.findLast((known) => known.hidden === 0 && !known.isElsewhere && way.includes(known.n));
    if (item) this.bring(item);
  }

  private isNew = false;

  private wasDone = false;

  private openAll(): void {
    if (!this.of) return;
    this.shown.openAll(this.of);
    this.place();
    this.toRoot();
    this.paint();
  }

  private closeAll(): void {
    if (!this.of) return;
    this.shown.reset(this.of);
    this.place();
    this.toRoot();
    this.paint();
  }

  private reveal(nodes: number[]): void {
    if (!this.of) return;
    for (const n of nodes) this.shown.reveal(this.of, n);
    this.layout();
    this.follow();
  }

  private layout(): void {
    this.place();
    this.paint();
  }

  /** Where everything stands. */
  private place(): void {
    const { record, frame } = this.app;
    if (!record) return;
    this.items = this.shown.items(record, frame);
    this.most = Math.max(1, ...record.nodes.slice(1).map((node) => (node.depth === 1 ? record.visitsAt(node.n, frame) : 0)));
    const width = Math.max(0, ...this.items.map((item) => item.x)) + COLUMN_PIXELS + MARGIN_PIXELS;
    const height = Math.max(0, ...this.items.map((item) => item.y)) + ROW_PIXELS;
    this.size = { width, height };
    set(this.canvas, { width, height, viewBox: `0 0 ${width} ${height}` });
    this.view.style.height = `min(${Math.max(160, height + 20)}px, 75vh)`;
    // A position that two moves lead to stands twice and is one.
    const shown = new Set(this.items.filter((item) => item.hidden === 0).map((item) => item.n)).size - 1;
    byId("tree-count").textContent = words.tree.count(shown, record.nodes.filter((node) => node.born <= frame).length - 1);
  }

  /** Draws what is in sight. */
  private paint(): void {
    const { top: from, left, width, height } = this.sight;
    const inSight = (item: Item) => item.y > from - 2 * ROW_PIXELS && item.y < from + height + 2 * ROW_PIXELS && item.x > left - 2 * COLUMN_PIXELS && item.x < left + width + COLUMN_PIXELS;
    const crosses = (item: Item) => {
      if (!item.parent) return false;
      const [top, bottom] = item.y < item.parent.y ? [item.y, item.parent.y] : [item.parent.y, item.y];
      return bottom > from && top < from + height && item.x > left - COLUMN_PIXELS && item.parent.x < left + width;
    };
    this.map.draw(this.items, this.size, this.sight, [this.app.preferences.theme, this.shown.filter]);
    const gone = new Set(this.drawn.keys());
    for (const item of this.items) {
      if (!inSight(item) && !crosses(item)) continue;
      gone.delete(item.id);
      this.draw(item);
    }
    for (const id of gone) {
      const { group, edge } = this.drawn.get(id)!;
      group.remove();
      edge.remove();
      this.drawn.delete(id);
    }
  }

  private draw(item: Item): void {
    const record = this.of!;
    const { frame, speaker, selected } = this.app;
    let known = this.drawn.get(item.id);
    if (!known) {
      const edge = svg("path", {});
      const group = svg("g", { id: `tree-${item.id}`, role: "treeitem" });
      group.addEventListener("click", () => this.clicked(item.id));
      this.edges.append(edge);
      this.pills.append(group);
      known = { group, edge, at: "", signature: "" };
      this.drawn.set(item.id, known);
    }
    const { group, edge } = known;
    const node = record.nodes[item.n];
    const values = record.valuesAt(item.n, frame);
    const visits = item.hidden > 0 ? 0 : record.visitsAt(item.n, frame);
    const value = values && item.hidden === 0 ? speaker.short(middle(values.real)) : "";
    const badges = item.hidden > 0 ? [] : this.badges(node, item);
    const isNow = item.hidden === 0 && frame < record.frames.length && record.frames[frame - 1]?.n === item.n;
    const isSelected = item.hidden === 0 && item.n === selected && !item.isElsewhere;
    const isOpen = item.children.length > 0;
    const canOpen = item.hidden === 0 && !item.isElsewhere && node.opened <= frame && node.moves.length > 0;
    // A label that is the same as before needs no new elements.
    const signature = [language, item.san, value, visits, isSelected, isOpen, canOpen, item.isBest, isNow, badges.map((badge) => badge.sign).join(""), this.found.includes(item.n)].join("|");
    // Nor is a place set that has not changed.
    const at = [this.shown.isList, item.x, item.y, item.parent?.x, item.parent?.y, item.isBest, visits, this.most].join();
    if (at !== known.at) set(group, { transform: `translate(${item.x + MARGIN_PIXELS / 2},${item.y})` });
    if (item.parent && at !== known.at) {
      const [x0, y0, x1, y1] = [item.parent.x + MARGIN_PIXELS / 2 + (item.parent.depth === 0 ? 30 : LABEL_PIXELS), item.parent.y, item.x + MARGIN_PIXELS / 2, item.y];
      const half = (x0 + x1) / 2;
      const stem = item.parent.x + MARGIN_PIXELS / 2 + 14;
      set(edge, {
        d: this.shown.isList ? `M${stem},${y0 + 11}V${y1}H${x1}` : `M${x0},${y0}C${half},${y0} ${half},${y1} ${x1},${y1}`,
        class: item.isBest ? "edge is-best" : visits > 0 ? "edge" : "edge is-idle",
        "stroke-width": (1 + 7 * Math.sqrt(visits / this.most)).toFixed(1),
      });
    }
    known.at = at;
    if (known.signature === signature) return;
    known.signature = signature;
    const mover = node.depth % 2 === 1 ? record.side : record.side === "white" ? "black" : "white";
    const kind = item.hidden > 0 ? "more" : item.depth === 0 ? "root" : mover;
    set(group, {
      class: `pill is-${kind}${item.isBest ? " is-best" : ""}${isSelected ? " is-selected" : ""}${isNow ? " is-now" : ""}${item.isElsewhere ? " is-elsewhere" : ""}${this.found.includes(item.n) && item.hidden === 0 ? " is-found" : ""}`,
      "aria-level": item.depth + 1,
      "aria-expanded": canOpen ? String(isOpen) : null,
      "aria-selected": String(isSelected),
    });
    const width = item.depth === 0 ? 30 : LABEL_PIXELS;
    const parts: SVGElement[] = [svg("rect", { x: 0, y: -11, width, height: 22, rx: 11 })];
    if (item.depth === 0) parts.push(svg("circle", { cx: 15, cy: 0, r: 4 }));
    else {
      parts.push(svg("text", { x: 10, y: 4, class: "san" }, item.san));
      if (value) parts.push(svg("text", { x: width - 9, y: 4, class: "value", "text-anchor": "end" }, value));
    }
    if (canOpen) parts.push(svg("text", { x: width + 4, y: 4, class: "knob" }, isOpen ? "" : "›"));
    badges.forEach((badge, index) => {
      const mark = svg("g", { class: `badge is-${badge.kind}`, transform: `translate(${width - 4 - index * 13},-11)` });
      mark.append(svg("circle", { r: 6.5 }), svg("text", { y: 3.2, "text-anchor": "middle" }, badge.sign), svg("title", {}, badge.what));
      parts.push(mark);
    });
    // Its title is its name, and says all of it in words.
    group.replaceChildren(svg("g", { "aria-hidden": "true" }, ...parts), svg("title", {}, this.spoken(record, item, badges)));
  }

  private badges(node: TreeNode, item: Item): Badge[] {
    const badges: Badge[] = [];
    if (item.san.endsWith("#")) badges.push({ sign: "#", what: words.tree.mate, kind: "mate" });
    else if (node.last?.settled) {
      const points = middle(node.last.real);
      const what = points >= 9942 ? words.tree.certainWin : points <= 58 ? words.tree.certainLoss : words.tree.certainDraw;
      badges.push({ sign: points >= 9942 || points <= 58 ? "#" : "=", what, kind: points >= 9942 || points <= 58 ? "mate" : "draw" });
    }
    if (node.last?.repeats) badges.push({ sign: "∞", what: words.tree.repeats, kind: "draw" });
    if (item.isElsewhere) badges.push({ sign: "t", what: words.tree.elsewhere, kind: "transposition" });
    else if ((node.last?.parents.length ?? 0) > 1) badges.push({ sign: "t", what: words.tree.transposition, kind: "transposition" });
    if (node.last?.threatens && !item.isElsewhere) badges.push({ sign: "!", what: words.tree.threat, kind: "threat" });
    return badges;
  }

  private spoken(record: Record, item: Item, badges: Badge[]): string {
    const { frame, speaker } = this.app;
    if (item.hidden > 0) return words.tree.moreMoves(item.hidden);
    if (item.depth === 0) return words.tree.root;
    const values = record.valuesAt(item.n, frame);
    const visits = record.visitsAt(item.n, frame);
    const said = [item.san];
    if (values) said.push(words.tree.likely(speaker.value(values.real) + speaker.sign, speaker.value(values.pess), speaker.value(values.opt)));
    said.push(words.tree.expansions(visits));
    said.push(...badges.map((badge) => badge.what));
    return said.join(", ");
  }

  private clicked(id: string): void {
    const item = this.items.find((known) => known.id === id);
    if (!item || !this.of) return;
    if (item.hidden > 0) {
      this.shown.full.add(item.n);
      this.layout();
    } else if (item.isElsewhere) {
      this.shown.reveal(this.of, item.n);
      this.layout();
      this.app.select(item.n);
    } else {
      if (item.n === this.app.selected || item.n === 0 || !this.shown.open.has(item.n)) this.shown.toggle(item.n);
      this.app.select(item.n === 0 ? null : item.n);
      this.layout();
    }
  }

  /** Keeps what the board shows in sight. */
  private follow(): void {
    const { selected } = this.app;
    if (selected !== null && this.of && !this.items.some((item) => item.n === selected && item.hidden === 0)) {
      this.shown.reveal(this.of, selected);
      if (this.shown.filter !== "all") this.shown.filter = "decided";
      this.layout();
    }
    const item = this.items.find((known) => known.n === (selected ?? 0) && known.hidden === 0 && !known.isElsewhere);
    if (!item) return this.paint();
    set(this.view, { "aria-activedescendant": `tree-${item.id}` });
    this.bring(item);
    this.paint();
  }

  /** Scrolls something into sight, if it is not there. */
  private bring(item: Item): void {
    const { sight } = this;
    const x = item.x + MARGIN_PIXELS / 2;
    const top = item.y < sight.top + ROW_PIXELS || item.y > sight.top + sight.height - ROW_PIXELS ? item.y - sight.height / 2 : sight.top;
    const left = x < sight.left || x + LABEL_PIXELS > sight.left + sight.width ? x - sight.width / 2 : sight.left;
    if (top !== sight.top || left !== sight.left) this.scroll(top, left);
  }

  private key(event: KeyboardEvent): void {
    const current = this.items.find((item) => item.n === (this.app.selected ?? 0) && item.hidden === 0 && !item.isElsewhere);
    if (!current) return;
    const column = this.items.filter((item) => item.depth === current.depth && item.hidden === 0).sort((a, b) => a.y - b.y);
    const beside = (step: number) => column[column.indexOf(current) + step];
    const go = (item: Item | null | undefined) => {
      if (item) this.app.select(item.n === 0 ? null : item.n);
    };
    const acts: { [key: string]: () => void } = {
      ArrowDown: () => go(beside(1)),
      ArrowUp: () => go(beside(-1)),
      ArrowLeft: () => go(current.parent),
      ArrowRight: () => {
        if (current.children.length === 0) {
          this.shown.open.add(current.n);
          this.layout();
        } else go(current.children.find((child) => child.hidden === 0));
      },
      Home: () => go(this.items[0]),
      Enter: () => {
        this.shown.toggle(current.n);
        this.layout();
      },
      "*": () => {
        this.shown.full.add(current.n);
        this.shown.open.add(current.n);
        this.layout();
      },
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  /** All positions a move of this name leads to. */
  private search(text: string): void {
    const wanted = bare(text);
    const { record, frame } = this.app;
    this.found = wanted && record ? record.nodes.filter((node) => node.n > 0 && node.born <= frame && bare(node.san) === wanted).map((node) => node.n) : [];
    this.found.sort((a, b) => record!.visitsAt(b, frame) - record!.visitsAt(a, frame));
    byId("tree-found").textContent = wanted ? words.tree.found(this.found.length) : "";
    this.at = -1;
    this.layout();
  }

  private at = -1;

  private next(step: number): void {
    if (this.found.length === 0 || !this.of) return;
    this.at = (this.at + step + this.found.length) % this.found.length;
    const n = this.found[this.at];
    this.shown.reveal(this.of, n);
    this.layout();
    this.app.select(n);
    byId("tree-found").textContent = words.tree.foundAt(this.at + 1, this.found.length);
  }
}
