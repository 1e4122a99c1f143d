// A game against B*, with its view of every move kept. And its view of every move of any game.

import type { App } from "./app";
import { announce, byId, button, el, svg } from "./dom";
import * as chess from "./chess";
import * as keep from "./keep";
import type { Side, Value } from "./lines";
import type { Record } from "./record";
import type { Searching } from "./searching";
import { ends, middle } from "./values";
import { fixed, words } from "./words";

/** What it thought of a position of the game. */
interface Opinion {
  side: Side;
  pess: Value | null;
  real: Value;
  opt: Value | null;
  best: string;
  text: string;
}

export class Play {
  /** By the moves that led there. */
  private opinions: { [id: string]: Opinion };

  constructor(
    private app: App,
    private searching: Searching,
  ) {
    this.opinions = keep.load<{ [id: string]: Opinion }>("opinions", {});
    byId("play-white").addEventListener("click", () => this.begin("white"));
    byId("play-black").addEventListener("click", () => this.begin("black"));
    byId("end-game").addEventListener("click", () => this.end());
    byId("take-back").addEventListener("click", () => this.takeBack());
    byId("look-all").addEventListener("click", () => void this.searchEveryMove());
    app.on(["game", "record", "preferences", "work", "view"], () => this.draw());
  }

  private begin(side: Side): void {
    const { app } = this;
    app.work?.leave();
    app.study.playing = side;
    app.preferences.isFlipped = side === "black";
    app.study.moves = app.study.past;
    app.show(null);
    app.changed("game", "preferences");
    void this.answer();
  }

  private end(): void {
    this.app.work?.leave();
    this.app.study.playing = null;
    this.app.changed("game");
    announce(words.ask.gameEnded);
  }

  private takeBack(): void {
    const { study } = this.app;
    this.app.work?.leave();
    const isTheirs = study.position.turn !== study.playing;
    study.goTo(study.moves.length - (isTheirs ? 1 : 2));
    study.moves = study.past;
    this.app.backToGame();
    this.app.changed("game");
  }

  /** Whether it is its turn. */
  get isOn(): boolean {
    const { study } = this.app;
    return study.playing !== null && study.isAtEnd && study.position.turn !== study.playing && !study.outcome;
  }

  /** After a move of the visitor's: its turn. */
  async answer(): Promise<void> {
    const { app } = this;
    const { study } = app;
    if (study.playing === null || study.position.turn === study.playing) return;
    if (study.outcome) {
      announce(study.outcome);
      return;
    }
    const moves = study.past;
    announce(words.ask.thinks);
    const record = await this.searching.run("play", { fen: study.fen, moves, seconds: app.preferences.seconds }, (running) => {
      app.record = running;
      app.moment = Infinity;
      app.changed("record", "frame");
    });
    const best = record?.thought?.best;
    // The visitor may have gone elsewhere in the meantime.
    if (!record || !best || study.playing === null || app.study !== study || keep.idOf(study.fen, study.moves) !== keep.idOf(study.fen, moves)) return;
    this.note(record);
    const san = chess.san(study.position, best);
    study.goTo(study.moves.length);
    study.play(best);
    app.view = { kind: "game" };
    app.changed("game", "view");
    announce(study.outcome ?? words.ask.plays(san));
  }

  /** Keeps what it thought. */
  note(record: Record): void {
    const { thought } = record;
    if (!thought?.best || thought.real === null) return;
    const text = thought.sentences?.[0]?.text ?? "";
    this.opinions[keep.idOf(record.fen, record.moves)] = { side: record.side, pess: thought.pess, real: thought.real, opt: thought.opt, best: thought.best_san ?? "", text };
    // Only those of this game are wanted later.
    const { study } = this.app;
    const wanted = new Set(Array.from({ length: study.moves.length + 1 }, (_, ply) => keep.idOf(study.fen, study.moves.slice(0, ply))));
    for (const id of Object.keys(this.opinions)) if (!wanted.has(id)) delete this.opinions[id];
    keep.save("opinions", this.opinions);
    this.app.changed("game");
  }

  private async searchEveryMove(): Promise<void> {
    const { app } = this;
    const { study } = app;
    if (app.work?.what === "game") return app.work.leave();
    for (let ply = 0; ply <= study.moves.length; ply++) {
      const moves = study.moves.slice(0, ply);
      if (this.opinions[keep.idOf(study.fen, moves)]) continue;
      announce(words.story.looking(ply, study.moves.length));
      const record = await this.searching.run("game", { fen: study.fen, moves, seconds: Math.min(1, app.preferences.seconds) }, () => {});
      if (app.study !== study) return;
      if (record) this.note(record);
      else if (!chess.outcome(chess.after(study.start, moves), [])) return;
    }
    announce(words.story.lookedAtAll);
  }

  private draw(): void {
    const { app } = this;
    const { study } = app;
    const isOn = study.playing !== null;
    byId("play-white").hidden = isOn;
    byId("play-black").hidden = isOn;
    byId("end-game").hidden = !isOn;
    byId("take-back").hidden = !isOn || study.moves.length < 1;
    byId("story").hidden = app.isRecorded || study.moves.length === 0;
    byId("look-all").hidden = isOn;
    byId("look-all").textContent = app.work?.what === "game" ? words.ask.stop : words.story.lookAll;
    if (study.moves.length > 0) this.drawGraph();
  }

  private drawGraph(): void {
    const { study } = this.app;
    const points: { ply: number; opinion: Opinion }[] = [];
    for (let ply = 0; ply <= study.moves.length; ply++) {
      const opinion = this.opinions[keep.idOf(study.fen, study.moves.slice(0, ply))];
      if (opinion) points.push({ ply, opinion });
    }
    const [width, height] = [640, 150];
    const x = (ply: number) => 30 + (ply / Math.max(1, study.moves.length)) * (width - 40);
    const y = (points: number) => 8 + (1 - points / 10000) * (height - 16);
    const white = ({ side }: Opinion, value: number) => (side === "white" ? value : 10000 - value);
    const graph = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": words.story.graph });
    for (const level of [0, 5000, 10000]) {
      graph.append(svg("line", { x1: 30, x2: width - 10, y1: y(level), y2: y(level), class: "level" }), svg("text", { x: 24, y: y(level) + 3, "text-anchor": "end" }, String(level / 100)));
    }
    // What Black hopes for is what White fears.
    const reach = (opinion: Opinion) => {
      const hope = white(opinion, opinion.opt ? ends(opinion.opt).max : middle(opinion.real));
      const fear = white(opinion, opinion.pess ? ends(opinion.pess).min : middle(opinion.real));
      return { high: Math.max(hope, fear), low: Math.min(hope, fear) };
    };
    const top = points.map(({ ply, opinion }) => `${x(ply)},${y(reach(opinion).high)}`);
    const bottom = points.map(({ ply, opinion }) => `${x(ply)},${y(reach(opinion).low)}`);
    if (points.length > 1) {
      graph.append(svg("polygon", { points: [...top, ...bottom.reverse()].join(" "), class: "band" }));
      graph.append(svg("polyline", { points: points.map(({ ply, opinion }) => `${x(ply)},${y(white(opinion, middle(opinion.real)))}`).join(" "), class: "line" }));
    }
    graph.append(svg("line", { x1: x(study.cursor), x2: x(study.cursor), y1: 4, y2: height - 4, class: "now" }));
    for (const { ply, opinion } of points) {
      const dot = svg("circle", { cx: x(ply), cy: y(white(opinion, middle(opinion.real))), r: 4, class: "dot" });
      dot.addEventListener("click", () => this.goTo(ply));
      graph.append(dot);
    }
    byId("graph").replaceChildren(graph);
    const moves = chess.numbered(study.start, study.moves);
    const speaker = this.app.speaker;
    byId("views").replaceChildren(
      ...points.map(({ ply, opinion }) => {
        const before = ply === 0 ? words.story.atStart : words.story.after(moves[ply - 1]?.alone ?? "");
        const value = speaker.units === "chances" ? speaker.value(opinion.real) : fixed(middle(opinion.real) / 100, 1);
        const label = words.story.view(opinion.best, before, `${value} %`, opinion.side);
        return el("li", {}, button(label, { class: "word", title: opinion.text }, () => this.goTo(ply)));
      }),
    );
  }

  /** To a position of the game, and to what it thought there. */
  private goTo(ply: number): void {
    this.app.study.goTo(ply);
    this.app.backToGame();
    this.app.changed("game");
    dispatchEvent(new CustomEvent("bstar:moved"));
  }
}
