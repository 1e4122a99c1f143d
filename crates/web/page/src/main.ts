// The page. Each part draws itself when something it depends on has changed. Here they meet.

import "chessground/assets/chessground.base.css";
import "chessground/assets/chessground.brown.css";
import "chessground/assets/chessground.cburnett.css";
import "./style/page.css";
import "./style/board.css";
import "./style/answer.css";
import "./style/rivals.css";
import "./style/known.css";
import "./style/time.css";
import "./style/tree.css";
import "./style/game.css";
import "./style/editor.css";
import "./style/print.css";
import "./style/hints.css";
import "./style/value-bar.css";
import "./style/phone.css";
import { Answer } from "./answer";
import * as api from "./api";
import { App } from "./app";
import { Board } from "./board";
import { BringBack } from "./bring-back";
import * as chess from "./chess";
import { announce, byId, el } from "./dom";
import { Downloads, type StudyLine } from "./downloads";
import { floatBoard } from "./floating";
import { watchHints } from "./hints";
import { Judging } from "./judging";
import { KnownMoves } from "./known";
import { type Line, type Thought, read } from "./lines";
import { Links } from "./links";
import { Moves } from "./moves";
import { OpeningName } from "./opening";
import { Opinions } from "./opinions";
import { watchPreferences } from "./preferences";
import { Mine } from "./mine";
import { Outline } from "./outline";
import { Play } from "./play";
import { Record } from "./record";
import { Rivals } from "./rivals";
import { Searching } from "./searching";
import { Setup } from "./setup";
import { watchStatus } from "./status";
import { Story } from "./story";
import { Strips } from "./strips";
import { Study, sound } from "./study";
import { Timeline } from "./timeline";
import { Tree } from "./tree";
import { ValueBar } from "./value-bar";
import type { AnalysedGame } from "./wire";
import { words } from "./words";

/** The longest search the server allows. */
const MAX_SECONDS = 600;

const recorded = document.getElementById("recorded");
const app = new App(recorded !== null);
watchPreferences(app);
watchStatus(app);
watchHints();
const board = new Board(app);
new ValueBar(app);
floatBoard(app);
new Strips(app);
const judging = new Judging(app);
const opinions = new Opinions(app);
new Moves(app, judging);
new OpeningName(app, judging);
new Story(app, judging, opinions);
const answer = new Answer(app);
new KnownMoves(app);
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

/** What is in the page itself: a search, a game that was judged, or both. */
function show(lines: (Line | AnalysedGame | StudyLine)[]): void {
  const thought = lines.find((line): line is Thought => line.type === "thought");
  const kept = lines.find((line): line is StudyLine => line.type === "study");
  const game = lines.find((line): line is AnalysedGame => line.type === "game");
  if (!thought && !kept) return;
  app.study = new Study(kept ? sound(kept.study) : { fen: thought!.fen });
  if (game) judging.hold(game);
  if (thought) {
    const record = new Record(app.study.fen, kept?.searched ?? [], thought.side);
    record.take(lines.filter((line): line is Line => line.type !== "study" && line.type !== "game"));
    app.show(record);
  }
  app.preferences.isFlipped = (thought?.side ?? "white") === "black";
  app.changed("game", "record", "view", "preferences");
}

/** A page with a server behind it. */
function live(): void {
  const play = new Play(app, searching, opinions);
  const links = new Links(app, new Setup(app, board.cursor));
  new Downloads(app, judging);
  new BringBack(app);
  void offerThreads();

  /** What is known of the position shown, if it was searched before. */
  const recall = async () => {
    if (app.work || app.isAboutGame || !app.showsThoughts) return;
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
    const { seconds, threads } = app.preferences;
    const record = await searching.run("search", { fen: study.fen, moves: study.past, seconds, threads }, (running) => {
      if (app.record !== running) app.show(running);
      app.changed("record", "frame");
    });
    if (!record) return;
    opinions.note(record);
    announce(words.ask.answerIs(record.thought?.best_san ?? ""));
  };

  /** Goes on with the search that is shown, for at least twice as long as it has taken. */
  const goOn = async () => {
    const earlier = app.record;
    if (!earlier?.thought || app.work) return;
    const { fen, moves, search } = earlier;
    const { threads } = app.preferences;
    const seconds = Math.min(MAX_SECONDS, Math.max(app.preferences.seconds, 2 * earlier.thought.seconds));
    announce(words.ask.goingOn);
    const record = await searching.run("search", { fen, moves, seconds, threads, continues: search ?? undefined }, (running) => {
      // What was found stays in sight until there is something to take its place.
      if (running.nodes.length === 0 && !running.isDone) return announce(`${words.ask.goingOn} ${words.ask.depthSoFar(running.standing?.probe_depth ?? 0)}`);
      if (app.record !== running && (app.record === earlier || app.record === null)) app.show(running);
      app.changed("record", "frame");
    });
    if (!record) return;
    opinions.note(record);
    announce(words.ask.answerIs(record.thought?.best_san ?? ""));
  };
  byId("go-on").addEventListener("click", () => void goOn());

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
    if (record.fen !== app.study.fen) app.replace(new Study({ fen: record.fen }), "visitor");
    app.study.follow(moves);
    app.backToGame();
    app.changed("game");
  };
  byId("adopt").addEventListener("click", () => {
    adopt();
    void recall();
  });

  app.on(["game"], () => void judging.recall());
  app.on(["work", "game", "record", "preferences"], () => {
    byId("go-on").hidden = app.work !== null || !app.record?.isDone || !app.isAboutGame || app.study.playing !== null;
    byId("search").textContent = app.work ? words.ask.stop : play.isOn ? words.ask.letItMove : words.ask.find;
    byId("search").classList.toggle("is-stop", app.work !== null);
    byId("search-form").classList.toggle("is-working", app.work !== null);
  });
  addEventListener("bstar:moved", () => void recall());
  app.changed("game", "view", "preferences", "work");
  /** A game goes on where it was left: it may be bstar's turn, or searched before. */
  const resume = () => {
    if (play.isOn) void play.answer();
    else void recall();
  };
  addEventListener("bstar:opened", resume);
  void links.begin().then(resume);
}

/** As many threads as the server has cores. */
async function offerThreads(): Promise<void> {
  const { cores } = await api.status().catch(() => ({ cores: 1 }));
  const select = byId<HTMLSelectElement>("threads");
  select.replaceChildren(...Array.from({ length: cores }, (_, at) => el("option", { value: at + 1 }, String(at + 1))));
  app.preferences.threads = Math.max(1, Math.min(cores, app.preferences.threads));
  select.value = String(app.preferences.threads);
}
