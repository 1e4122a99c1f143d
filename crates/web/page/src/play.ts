// A game against bstar, at a level. What it thinks is not shown unless the visitor asks: it would
// give their best reply away.

import * as api from "./api";
import type { App } from "./app";
import * as chess from "./chess";
import { announce, byId } from "./dom";
import * as keep from "./keep";
import type { Side } from "./lines";
import type { Opinions } from "./opinions";
import type { Record } from "./record";
import type { Searching } from "./searching";
import { Study } from "./study";
import { words } from "./words";

export class Play {
  /** The last search of a game that is on, for who asks. */
  private secret: Record | null = null;

  constructor(
    private app: App,
    private searching: Searching,
    private opinions: Opinions,
  ) {
    byId("play-white").addEventListener("click", () => this.begin("white"));
    byId("play-black").addEventListener("click", () => this.begin("black"));
    byId("end-game").addEventListener("click", () => this.end());
    byId("take-back").addEventListener("click", () => this.takeBack());
    const thoughts = byId<HTMLInputElement>("show-thoughts");
    thoughts.checked = app.preferences.showsThoughts;
    thoughts.addEventListener("change", () => {
      app.preferences.showsThoughts = thoughts.checked;
      app.show(thoughts.checked ? this.secret : null);
      app.changed("preferences");
    });
    const level = byId<HTMLSelectElement>("level");
    level.value = String(app.preferences.elo ?? "");
    level.addEventListener("change", () => {
      app.preferences.elo = level.value === "" ? null : Number(level.value);
      // Whoever changes it in the middle of a game means the game.
      app.study.elo = app.preferences.elo;
      app.changed("preferences", "game");
    });
    app.on(["game", "work", "preferences"], () => this.draw());
  }

  private begin(side: Side): void {
    const { app } = this;
    app.work?.leave();
    // The moves that are cut off are another game, which stays.
    app.replace(new Study(app.study.saved), "visitor");
    app.study.playing = side;
    app.study.elo = app.preferences.elo;
    app.preferences.isFlipped = side === "black";
    app.study.cut();
    app.study.result = "*";
    this.secret = null;
    app.show(null);
    app.changed("game", "preferences");
    announce("");
    void this.answer();
  }

  private end(): void {
    const { app } = this;
    app.work?.leave();
    app.study.playing = null;
    app.changed("game");
    announce(words.ask.gameEnded);
    dispatchEvent(new CustomEvent("bstar:moved"));
  }

  private takeBack(): void {
    const { app } = this;
    const { study } = app;
    app.work?.leave();
    const isTheirs = study.position.turn !== study.playing;
    study.goTo(study.moves.length - (isTheirs ? 1 : 2));
    study.cut();
    this.secret = null;
    app.show(null);
    app.changed("game");
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
    if (!app.showsThoughts) app.show(null);
    const moves = study.past;
    const best = study.elo === null ? await this.search(moves) : await this.atLevel(moves, study.elo);
    // The visitor may have gone elsewhere in the meantime.
    if (!best || study.playing === null || app.study !== study || keep.idOf(study.fen, study.moves) !== keep.idOf(study.fen, moves)) return;
    const san = chess.san(study.position, best);
    study.goTo(study.moves.length);
    study.play(best);
    app.view = { kind: "game" };
    app.changed("game", "view");
    // Nothing is left to give away.
    if (study.outcome && this.secret) app.show(this.secret);
    announce(study.outcome ?? words.ask.plays(san));
  }

  private async search(moves: string[]): Promise<string | null> {
    const { app } = this;
    const { fen } = app.study;
    const { seconds, threads } = app.preferences;
    const record = await this.searching.run("play", { fen, moves, seconds, threads }, (running) => {
      this.secret = running;
      if (!app.showsThoughts) return;
      app.record = running;
      app.moment = Infinity;
      app.changed("record", "frame");
    });
    if (record) this.opinions.note(record);
    return record?.thought?.best ?? null;
  }

  private async atLevel(moves: string[], elo: number): Promise<string | null> {
    const { app } = this;
    const abort = new AbortController();
    const work = { stop: () => abort.abort(), leave: () => abort.abort(), what: "play" as const };
    app.work?.leave();
    app.work = work;
    byId("problem").textContent = "";
    app.changed("work");
    try {
      return (await api.move({ fen: app.study.fen, moves, elo }, abort.signal)).move;
    } catch (error) {
      if (!abort.signal.aborted) byId("problem").textContent = error instanceof Error ? error.message : String(error);
      return null;
    } finally {
      if (app.work === work) {
        app.work = null;
        app.changed("work");
      }
    }
  }

  private draw(): void {
    const { app } = this;
    const { study } = app;
    const isOn = study.playing !== null;
    byId("play-white").hidden = isOn;
    byId("play-black").hidden = isOn;
    byId("end-game").hidden = !isOn;
    byId("take-back").hidden = !isOn || study.moves.length < 1;
    // At a level it does not think aloud.
    byId("thoughts").hidden = !isOn || study.elo !== null;
    const whose = byId("whose");
    whose.hidden = !isOn;
    if (!isOn) return;
    const isTheirs = study.position.turn === study.playing;
    const isOver = study.isAtEnd && study.outcome !== null;
    whose.classList.toggle("is-yours", isTheirs && !isOver);
    const side = words.side(study.playing === "white" ? "black" : "white");
    const level = study.elo === null ? words.ask.fullStrength : String(study.elo);
    const now = isOver ? study.outcome! : !study.isAtEnd ? words.ask.lookingBack : isTheirs ? words.ask.yourTurn : app.work?.what === "play" ? words.ask.thinks : words.ask.itsTurn;
    whose.replaceChildren(strong(now), ` ${words.ask.opponent(side, level)}`);
  }
}

function strong(text: string): HTMLElement {
  const element = document.createElement("b");
  element.textContent = text;
  return element;
}
