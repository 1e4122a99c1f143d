// Under the board: what it shows, and lines to play through.

import type { App } from "./app";
import * as chess from "./chess";
import { byId, el } from "./dom";
import type { TreeNode } from "./record";
import { words } from "./words";

export class Strips {
  constructor(private app: App) {
    byId("first").addEventListener("click", () => this.step(-Infinity));
    byId("back").addEventListener("click", () => this.step(-1));
    byId("on").addEventListener("click", () => this.step(1));
    byId("last").addEventListener("click", () => this.step(Infinity));
    byId("to-game").addEventListener("click", () => app.backToGame());
    byId("flip").addEventListener("click", () => this.flip());
    addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const isTyped = document.activeElement?.matches("input:not([type=radio], [type=range]), textarea, select") ?? false;
      if (event.key === "f" && !isTyped && !document.body.classList.contains("is-editing")) return this.flip();
      const steps: { [key: string]: number } = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -Infinity, ArrowDown: Infinity };
      const { activeElement } = document;
      const isFree = activeElement === document.body || (activeElement?.matches("#position button") ?? false);
      if (!isFree || !(event.key in steps)) return;
      if (activeElement === document.body && event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
      event.preventDefault();
      this.step(steps[event.key]);
    });
    app.on(["game", "view", "record", "frame", "preferences"], () => this.draw());
  }

  private flip(): void {
    this.app.preferences.isFlipped = !this.app.preferences.isFlipped;
    this.app.changed("preferences");
  }

  private step(by: number): void {
    const { app } = this;
    const { view, study } = app;
    if (view.kind === "game") {
      study.goTo(by === -Infinity ? 0 : by === Infinity ? study.moves.length : study.cursor + by);
      app.changed("game", "view");
      dispatchEvent(new CustomEvent("bstar:moved"));
      return;
    }
    // One line of it all: back beyond its beginning leads along the way to it.
    const { path, line, isPassed } = view;
    if (isPassed) return app.follow(path, line, Math.max(0, Math.min(line.length, view.step + by)), true);
    const whole = [...path, ...line];
    const at = path.length + view.step;
    app.follow([], whole, Math.max(0, Math.min(whole.length, at + by)), false);
  }

  private draw(): void {
    const { app } = this;
    const isGame = app.view.kind === "game";
    byId("to-game").hidden = isGame;
    byId("adopt").hidden = isGame || app.isRecorded || (app.view.kind === "line" && app.view.isPassed);
    byId("caption").textContent = this.caption();
    this.drawStrips();
  }

  private caption(): string {
    const { app } = this;
    const { view } = app;
    const position = app.shown;
    const toMove = words.board.toMove(position.turn);
    const root = app.root;
    if (view.kind === "game" || !root) {
      return app.study.outcome ?? toMove;
    }
    const way = chess.numbered(root, view.path).map((word) => word.text).join(" ");
    if (view.isPassed) return words.board.afterPass(way, chess.after(root, view.path).turn);
    const whole = chess.numbered(root, [...view.path, ...view.line.slice(0, view.step)]).map((word) => word.text).join(" ");
    if (position.isCheckmate()) return words.board.after(whole, words.board.mated(position.turn === "white" ? "black" : "white"));
    return whole ? words.board.after(whole, toMove) : toMove;
  }

  /** Best play from what the board shows, and what would follow after a pass. */
  private drawStrips(): void {
    const { app } = this;
    const { record, root, view } = app;
    const strips: HTMLElement[] = [];
    const n = app.selected ?? (view.kind === "game" && app.isAboutGame ? 0 : null);
    if (record && root && view.kind === "line" && view.line.length > 0) {
      strips.push(this.strip(view.isPassed ? words.board.ifPassed : words.board.line, view.path, view.line, view.isPassed, view.step));
    } else if (record && root && n !== null && record.nodes.length > 0) {
      const node = record.nodes[n];
      const path = record.pathTo(n);
      const best = this.bestFrom(node);
      if (n === 0 && app.preferences.lines > 1) strips.push(...this.several(app.preferences.lines));
      else if (best.length > 0) strips.push(this.strip(words.board.bestPlay, path, best, false, 0));
      const threatening = n === 0 ? record.along(best.slice(0, 1)).at(-1) : n;
      const from = threatening !== undefined && threatening > 0 ? record.nodes[threatening] : null;
      const threat = from ? (record.lastOf(from)?.threat ?? []) : [];
      if (from && threat.length > 0) {
        const passer = record.sideOf(from);
        const name = n === 0 ? words.board.ifThenPassed(passer) : words.board.ifSidePassed(passer);
        strips.push(this.strip(name, record.pathTo(from.n), threat, true, 0));
      }
    }
    byId("strips").replaceChildren(...strips);
  }

  /** So many root moves, the best first, each with its value and the play that follows. */
  private several(count: number): HTMLElement[] {
    const { app } = this;
    const record = app.record!;
    const isEnd = record.thought !== null && app.frame >= record.frames.length;
    const known = isEnd
      ? record.candidates.map(({ line, real }) => ({ line, real }))
      : record.movesAt(0, app.frame).map((way) => ({ line: [way.move, ...this.bestFrom(record.nodes[way.n])], real: record.valuesAt(way.n, app.frame)?.real ?? null }));
    return known.slice(0, count).map(({ line, real }) => this.strip(`${app.speaker.value(real)}${app.speaker.sign}`, [], line, false, 0));
  }

  private bestFrom(start: TreeNode): string[] {
    const record = this.app.record!;
    if (start.n === 0 && record.thought && this.app.frame >= record.frames.length) return record.thought.line;
    const line: string[] = [];
    const seen = new Set<number>();
    let node = start;
    while (!seen.has(node.n)) {
      seen.add(node.n);
      const [best] = record.movesAt(node.n, this.app.frame);
      if (!best) break;
      line.push(best.move);
      node = record.nodes[best.n];
    }
    return [...line, ...(node.last?.line ?? [])];
  }

  private strip(name: string, path: string[], line: string[], isPassed: boolean, step: number): HTMLElement {
    const { app } = this;
    let start = chess.after(app.root!, path);
    if (isPassed) start = chess.passed(start) ?? start;
    const strip = el("p", { class: isPassed ? "strip is-threat" : "strip" }, el("span", { class: "strip-name" }, `${name}: `));
    chess.numbered(start, line).forEach((word, index) => {
      const move = el("button", { type: "button", class: index + 1 === step ? "word is-current" : "word" }, word.text);
      move.addEventListener("click", () => app.follow(path, line, index + 1, isPassed));
      strip.append(move, " ");
    });
    return strip;
  }
}
