// Positions and games in: FEN, PGN, the start position, pieces by hand.

import * as api from "./api";
import type { App } from "./app";
import type { Cursor } from "./cursor";
import * as chess from "./chess";
import { announce, byId, el } from "./dom";
import { edit } from "./editor";
import { titleOf } from "./pgn";
import { Study } from "./study";
import type { ReadGame } from "./wire";
import { words } from "./words";

/** The server takes no more. */
const MAX_BYTES = 950_000;

export class Setup {
  private games: ReadGame[] = [];

  constructor(
    private app: App,
    cursor: Cursor,
  ) {
    byId("fen-form").addEventListener("submit", (event) => {
      event.preventDefault();
      void this.setFen(byId<HTMLInputElement>("fen").value);
    });
    byId("pgn-form").addEventListener("submit", (event) => {
      event.preventDefault();
      void this.readGames(byId<HTMLTextAreaElement>("pgn").value);
    });
    byId<HTMLInputElement>("pgn-file").addEventListener("change", (event) => void this.chosen(event.target as HTMLInputElement));
    byId<HTMLSelectElement>("games").addEventListener("change", (event) => this.choose(Number((event.target as HTMLSelectElement).value)));
    byId("new-game").addEventListener("click", () => this.open(new Study(), words.setup.startSaid));
    addEventListener("bstar:example", (event) => void this.example((event as CustomEvent<string>).detail));
    byId("edit").addEventListener("click", () => edit(app, cursor, async (fen) => ((await this.setFen(fen)) ? null : byId("setup-problem").textContent)));
    app.on(["game", "view"], () => {
      const field = byId<HTMLInputElement>("fen");
      if (document.activeElement !== field) field.value = chess.fen(app.shown);
    });
  }

  private open(study: Study, said: string): void {
    const { app } = this;
    app.work?.leave();
    app.study = study;
    app.show(null);
    app.changed("game");
    byId("setup-problem").textContent = "";
    announce(said);
  }

  /** A position that is searched at once. */
  private async example(fen: string): Promise<void> {
    if (await this.setFen(fen)) byId<HTMLFormElement>("search-form").requestSubmit();
  }

  async setFen(text: string): Promise<boolean> {
    return this.attempt(async () => {
      const position = await api.position(text.trim());
      this.open(new Study({ fen: position.fen }), words.setup.positionSaid);
    });
  }

  private async chosen(input: HTMLInputElement): Promise<void> {
    const [file] = input.files ?? [];
    if (file) await this.readFile(file);
    input.value = "";
  }

  async readFile(file: File): Promise<void> {
    if (file.size > MAX_BYTES) byId("setup-problem").textContent = words.setup.tooLarge(file.name);
    else await this.readGames(await file.text());
  }

  async readGames(text: string): Promise<boolean> {
    return this.attempt(async () => {
      const { games } = await api.games(text);
      this.games = games;
      byId("game-choice").hidden = games.length < 2;
      byId("games").replaceChildren(...games.map((game, index) => el("option", { value: index }, titleOf(game.tags) || words.setup.gameNumber(index + 1))));
      this.choose(0);
    });
  }

  private choose(index: number): void {
    const game = this.games[index];
    if (!game) return;
    const { fen, moves, notes, tags, result } = game;
    const study = new Study({ fen, moves, cursor: 0, title: titleOf(tags), line: { moves, notes }, tags, result });
    this.open(study, words.setup.gameRead(Math.ceil(game.moves.length / 2), game.result));
  }

  /** What goes wrong is said beside the field. */
  private async attempt(act: () => Promise<void>): Promise<boolean> {
    try {
      await act();
      return true;
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      byId("setup-problem").textContent = text;
      // Where pieces are placed, it is said there.
      if (document.body.classList.contains("is-editing")) return false;
      // What was pasted or linked goes wrong here, too, and must be seen.
      byId<HTMLDetailsElement>("setup").open = true;
      byId("setup-problem").scrollIntoView({ block: "nearest" });
      return false;
    }
  }
}
