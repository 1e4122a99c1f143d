// The game, judged: how it went, its turning points, what was wrong and what was better.

import type { App } from "./app";
import * as chess from "./chess";
import { announce, byId, button, el } from "./dom";
import { MARKS, glyph } from "./glyphs";
import { type Point, graph, plyAt } from "./graph";
import type { Judging, Progress } from "./judging";
import type { Opinions } from "./opinions";
import type { AnalysedMove } from "./wire";
import { fixed, words } from "./words";

export class Story {
  constructor(
    private app: App,
    private judging: Judging,
    private opinions: Opinions,
  ) {
    const seconds = byId<HTMLSelectElement>("judge-seconds");
    byId("judge-form").addEventListener("submit", (event) => {
      event.preventDefault();
      if (judging.isRunning) return judging.stop();
      judging.begin(Number(seconds.value));
      announce(words.judged.begun);
    });
    // The curve is drawn anew while a game is judged, and a click must not fall between two of them.
    const place = byId("graph");
    place.addEventListener("click", (event) => this.goTo(plyAt(place, event, app.study.main.length)));
    byId("turning-back").addEventListener("click", () => this.turn(-1));
    byId("turning-on").addEventListener("click", () => this.turn(1));
    app.on(["game", "record", "preferences", "view", "work"], () => this.draw());
    let wasRunning = false;
    judging.onChange(() => {
      // What was said at the beginning is not true at the end.
      if (wasRunning && !judging.isRunning) announce(judging.isFinished ? words.judged.finished : "");
      wasRunning = judging.isRunning;
      this.draw();
    });
  }

  private draw(): void {
    const { app, judging } = this;
    const { study } = app;
    const main = study.main;
    // Whoever has a game wants to know about that, and not how to begin.
    document.documentElement.classList.toggle("has-game", main.length > 0);
    byId("story").hidden = main.length === 0 || (study.playing !== null && !app.showsThoughts);
    if (main.length === 0) return;
    this.drawProgress();
    const marks = judging.judged?.game?.moves ?? [];
    const texts = chess.numbered(study.start, main);
    const points = this.points(main, texts.map(({ alone }) => alone));
    byId("graph").hidden = points.length === 0;
    const now = study.isAside ? null : study.cursor;
    byId("graph").replaceChildren(graph(points, main.length, now));
    this.drawTally(marks);
    this.drawVerdict(marks);
    this.drawList(marks);
    const turns = this.turns(marks);
    byId("turning-tools").hidden = turns.length === 0;
  }

  private drawProgress(): void {
    const { judging } = this;
    const { progress, isRunning, isFinished } = judging;
    byId("look-all").textContent = isRunning ? words.ask.stop : isFinished ? words.judged.again : progress ? words.judged.goOn : words.story.lookAll;
    byId("judge-problem").textContent = judging.problem;
    const bar = byId("judge-progress");
    bar.hidden = !progress || isFinished;
    if (!progress) return;
    const meter = byId<HTMLProgressElement>("judge-meter");
    meter.max = Math.max(1, progress.all);
    if (progress.part === "doubts") meter.removeAttribute("value");
    else meter.value = progress.done;
    byId("judge-text").textContent = this.inWords(progress);
  }

  private inWords({ part, done, all }: Progress): string {
    if (part === "positions") return words.judged.positions(done, all);
    return part === "doubts" ? words.judged.doubts(done) : words.judged.explained(done, all);
  }

  /** Judged positions; where there are none, what searches thought. */
  private points(main: string[], texts: string[]): Point[] {
    const { judging, app } = this;
    const points: Point[] = [];
    let isWhite = app.study.start.turn === "white";
    for (let ply = 0; ply <= main.length; ply++, isWhite = !isWhite) {
      const found = judging.position(ply);
      const move = judging.judged?.game?.moves[ply - 1];
      const where = ply === 0 ? words.story.atStart : words.story.after(texts[ply - 1] ?? "");
      const likely = found ? (isWhite ? found.expected : 10_000 - found.expected) : null;
      const label = (value: number) => `${where}: ${fixed(value / 100, 0)} %`;
      if (likely !== null) points.push({ ply, likely, reach: null, mark: move?.mark ?? null, label: label(likely) });
      else {
        const opinion = this.opinions.at(app.study.fen, main.slice(0, ply));
        if (opinion) points.push({ ply, ...opinion, mark: null, label: label(opinion.likely) });
      }
    }
    return points;
  }

  private drawTally(moves: AnalysedMove[]): void {
    const place = byId("tally");
    place.hidden = moves.length === 0;
    if (moves.length === 0) return;
    const { tags } = this.app.study;
    const row = (side: "white" | "black") => {
      const own = moves.filter((move) => move.side === side);
      const loss = own.reduce((sum, { before, after }) => sum + Math.max(0, before - after), 0) / Math.max(1, own.length);
      const name = tags.find(([known]) => known === (side === "white" ? "White" : "Black"))?.[1] ?? "?";
      const counts = MARKS.map((mark) => {
        const count = own.filter((move) => move.mark === mark).length;
        return el("td", { class: count > 0 ? `number is-${mark}` : "number" }, String(count));
      });
      return el("tr", {}, el("th", { scope: "row" }, name === "?" ? words.side(side) : name), ...counts, el("td", { class: "number" }, `${fixed(loss / 100, 1)} %`));
    };
    const heads = MARKS.map((mark) => el("th", { scope: "col", class: `number is-${mark}`, title: words.judged.marks[mark], "aria-label": words.judged.marks[mark] }, glyph(mark)));
    const head = el("tr", {}, el("th", { scope: "col" }, el("span", { class: "sr" }, words.judged.player)), ...heads, el("th", { scope: "col", class: "number", title: words.judged.lossTitle }, words.judged.loss));
    place.replaceChildren(el("table", {}, el("thead", {}, head), el("tbody", {}, row("white"), row("black"))));
  }

  /** What is to say about the move that led to the position shown. */
  private drawVerdict(moves: AnalysedMove[]): void {
    const { study, view } = this.app;
    const move = study.isAside || view.kind !== "game" ? undefined : moves[study.cursor - 1];
    const place = byId("verdict");
    place.hidden = !move?.mark;
    place.className = move?.mark ? `is-${move.mark}` : "";
    if (!move?.mark) return place.replaceChildren();
    place.replaceChildren(...this.told(move, study.cursor - 1));
  }

  private told(move: AnalysedMove, ply: number): HTMLElement[] {
    const { explanation } = move;
    const name = `${move.number}${move.side === "white" ? "." : "…"} ${move.san}${glyph(move.mark!)}`;
    const cost = words.judged.cost(fixed(move.before / 100, 1), fixed(move.after / 100, 1));
    const own = move.mark === "only" ? words.judged.onlyText : move.best_san ? `${cost} ${words.judged.better(move.best_san)}` : cost;
    const parts: HTMLElement[] = [el("p", { class: "verdict-head" }, el("b", { class: `is-${move.mark}` }, name), ` ${words.judged.marks[move.mark!]}`)];
    parts.push(explanation ? el("p", { lang: "en" }, explanation.text) : el("p", {}, own));
    if (explanation && explanation.line.length > 0) parts.push(this.instead(explanation.line, ply));
    return parts;
  }

  /** The better line, to play through. It becomes a side line of the game. */
  private instead(line: string[], ply: number): HTMLElement {
    const { app } = this;
    const before = app.study.main.slice(0, ply);
    const strip = el("p", { class: "strip" }, el("span", { class: "strip-name" }, `${words.judged.instead}: `));
    chess.numbered(chess.after(app.study.start, before), line).forEach((word, index) => {
      const show = () => {
        app.study.follow([...before, ...line]);
        app.study.goTo(ply + index + 1);
        this.shown();
      };
      strip.append(button(word.text, { class: "word" }, show), " ");
    });
    return strip;
  }

  private drawList(moves: AnalysedMove[]): void {
    const items = moves.flatMap((move, ply) => {
      if (!move.mark || move.mark === "only") return [];
      const name = `${move.number}${move.side === "white" ? "." : "…"} ${move.san}`;
      const isShown = !this.app.study.isAside && this.app.study.cursor === ply + 1;
      const loss = `−${fixed((move.before - move.after) / 100, 0)} %`;
      const label = button(name, { class: `word is-${move.mark}${isShown ? " is-current" : ""}` }, () => this.goTo(ply + 1));
      label.append(el("span", { class: "glyph" }, glyph(move.mark)));
      const better = move.best_san ? [el("span", { class: "note" }, ` ${loss} · ${words.judged.instead} ${move.best_san}`)] : [];
      return [el("li", {}, label, ...better)];
    });
    byId("views").hidden = items.length === 0;
    byId("views").replaceChildren(...items);
  }

  /** The half moves after which something went wrong. */
  private turns(moves: AnalysedMove[]): number[] {
    return moves.flatMap(({ mark }, ply) => (mark === "mistake" || mark === "blunder" ? [ply + 1] : []));
  }

  private turn(by: 1 | -1): void {
    const { study } = this.app;
    const turns = this.turns(this.judging.judged?.game?.moves ?? []);
    const at = study.isAside ? study.mainPlies : study.cursor;
    const next = by > 0 ? turns.find((ply) => ply > at) : turns.findLast((ply) => ply < at);
    const ply = next ?? (by > 0 ? turns[0] : turns.at(-1));
    if (ply !== undefined) this.goTo(ply);
  }

  /** To a position of the game, and to what is known of it. */
  private goTo(ply: number): void {
    this.app.study.goToMain(ply);
    this.shown();
  }

  private shown(): void {
    this.app.backToGame();
    this.app.changed("game");
    dispatchEvent(new CustomEvent("bstar:moved"));
  }
}
