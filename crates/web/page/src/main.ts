// The page. Each part draws itself when something it depends on has changed. Here they meet.

import "chessground/assets/chessground.base.css";
import "chessground/assets/chessground.brown.css";
import "chessground/assets/chessground.cburnett.css";
import "./style/page.css";
import "./style/board.css";
import "./style/answer.css";
import "./style/rivals.css";
import "./style/time.css";
import "./style/tree.css";
import "./style/game.css";
import "./style/editor.css";
import "./style/print.css";
import { Answer } from "./answer";
import { App } from "./app";
import { Board } from "./board";
import * as chess from "./chess";
import { announce, byId } from "./dom";
import { type Line, type Thought, read } from "./lines";
import { watchPreferences } from "./preferences";
import { Mine } from "./mine";
import { Outline } from "./outline";
import { Play } from "./play";
import { Record } from "./record";
import { Rivals } from "./rivals";
import { Searching } from "./searching";
import { Setup } from "./setup";
import { Strips } from "./strips";
import { Study } from "./study";
import { Timeline } from "./timeline";
import { Tree } from "./tree";
import { words } from "./words";

const recorded = document.getElementById("recorded");
const app = new App(recorded !== null);
watchPreferences(app);
const board = new Board(app);
new Strips(app);
const answer = new Answer(app);
new Rivals(app);
new Timeline(app);
const tree = new Tree(app);
new Outline(app, tree);
const searching = new Searching(app);
new Mine(app, searching, answer);

if (recorded) {
  document.documentElement.classList.add("is-recorded");
  byId("recorded-note").hidden = false;
  show(read(recorded.textContent ?? ""));
} else {
  live();
}

/** A search that is in the page itself. */
function show(lines: Line[]): void {
  const thought = lines.find((line): line is Thought => line.type === "thought");
  if (!thought) return;
  const record = new Record(thought.fen, [], thought.side);
  record.take(lines);
  app.study = new Study({ fen: thought.fen });
  app.preferences.isFlipped = thought.side === "black";
  app.show(record);
  app.changed("game", "preferences");
}

/** A page with a server behind it. */
function live(): void {
  const play = new Play(app, searching);
  new Setup(app);

  /** What is known of the position shown, if it was searched before. */
  const recall = async () => {
    if (app.work || app.isAboutGame) return;
    const { fen, past } = app.study;
    const record = await searching.recall(fen, past);
    if (!app.work && keepsTo(fen, past)) app.show(record);
  };
  const keepsTo = (fen: string, past: string[]) => fen === app.study.fen && past.join() === app.study.past.join();

  byId("search-form").addEventListener("submit", (event) => {
    event.preventDefault();
    if (app.work) return app.work.stop();
    void (play.isOn ? play.answer() : find());
  });
  const find = async () => {
    const { study } = app;
    if (chess.outcome(study.position, []) !== null) return announce(study.outcome ?? "");
    app.show(null);
    announce(words.ask.searching);
    const record = await searching.run("search", { fen: study.fen, moves: study.past, seconds: app.preferences.seconds }, (running) => {
      if (app.record !== running) app.show(running);
      app.changed("record", "frame");
    });
    if (!record) return;
    play.note(record);
    announce(words.ask.answerIs(record.thought?.best_san ?? ""));
  };

  board.onMove = (move) => {
    if (app.view.kind === "line") adopt();
    app.study.play(move);
    app.view = { kind: "game" };
    app.selected = null;
    app.changed("game", "view");
    const { outcome } = app.study;
    if (outcome) announce(outcome);
    if (app.study.playing) void play.answer();
    else void recall();
  };

  /** What the board shows of the tree becomes the game. */
  const adopt = () => {
    const { view, record } = app;
    if (view.kind !== "line" || view.isPassed || !record) return;
    const moves = [...record.moves, ...view.path, ...view.line.slice(0, view.step)];
    app.study = new Study({ fen: record.fen, moves, title: app.study.title });
    app.backToGame();
    app.changed("game");
  };
  byId("adopt").addEventListener("click", () => {
    adopt();
    void recall();
  });

  app.on(["work", "game", "preferences"], () => {
    byId("search").textContent = app.work ? words.ask.stop : play.isOn ? words.ask.letItMove : words.ask.find;
    byId("search").classList.toggle("is-stop", app.work !== null);
  });
  addEventListener("bstar:moved", () => void recall());
  app.changed("game", "view", "preferences", "work");
  if (play.isOn) void play.answer();
  else void recall();
}
