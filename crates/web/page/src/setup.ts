// Positions and games in: FEN, PGN, the start position, pieces by hand.

import { type Linked, isAddress, isFen, read } from "./address";
import * as api from "./api";
import type { App } from "./app";
import type { Cursor } from "./cursor";
import * as chess from "./chess";
import { announce, byId, el } from "./dom";
import { edit } from "./editor";
import { titleOf } from "./pgn";
import { Study } from "./study";
import { type Source, contents } from "./visitor-games";
import type { ReadGame } from "./wire";
import { words } from "./words";

/** The server takes no more. */
const MAX_BYTES = 950_000;

export class Setup {
  private games: ReadGame[] = [];
  /** The game that was chosen of them, as it was read. */
  private asRead = "";

  constructor(
    private app: App,
    cursor: Cursor,
  ) {
    byId("fen-form").addEventListener("submit", (event) => {
      event.preventDefault();
      void this.take(byId<HTMLInputElement>("fen").value, "position");
    });
    byId("pgn-form").addEventListener("submit", (event) => {
      event.preventDefault();
      void this.take(byId<HTMLTextAreaElement>("pgn").value, "games");
    });
    byId<HTMLInputElement>("pgn-file").addEventListener("change", (event) => void this.chosen(event.target as HTMLInputElement));
    byId<HTMLSelectElement>("games").addEventListener("change", (event) => {
      // A game that the visitor has changed is not that of the file any more.
      const source = contents(app.study) === this.asRead ? "same-file" : "visitor";
      this.choose(Number((event.target as HTMLSelectElement).value), source);
    });
    byId("new-game").addEventListener("click", () => this.open(new Study(), words.setup.startSaid, "visitor"));
    addEventListener("bstar:example", (event) => void this.example((event as CustomEvent<string>).detail));
    byId("edit").addEventListener("click", () => edit(app, cursor, async (fen) => ((await this.setFen(fen)) ? null : byId("setup-problem").textContent)));
    app.on(["game", "view"], () => {
      const field = byId<HTMLInputElement>("fen");
      if (document.activeElement !== field) field.value = chess.fen(app.shown);
    });
  }

  private open(study: Study, said: string, source: Source): void {
    this.app.open(study, source);
    byId("setup-problem").textContent = "";
    announce(said);
  }

  /** A position that is searched at once. */
  private async example(fen: string): Promise<void> {
    if (await this.setFen(fen)) byId<HTMLFormElement>("search-form").requestSubmit();
  }

  /** What the visitor typed or pasted where one of the two is expected: it may be an address that holds them, and a position is no game. */
  async take(text: string, what: "position" | "games"): Promise<boolean> {
    const word = text.trim();
    const linked = isAddress(word) ? read(word.slice(word.indexOf("#"))) : null;
    if (linked) return this.takeLink(linked);
    if (isAddress(word)) return this.attempt(() => Promise.reject(new Error(words.setup.webAddress)));
    return what === "position" || isFen(word) ? this.setFen(word) : this.readGames(text);
  }

  async takeLink({ fen, pgn }: Linked): Promise<boolean> {
    return pgn !== null ? this.readGames(pgn, "link") : this.setFen(fen!, "link");
  }

  private async setFen(text: string, source: Source = "visitor"): Promise<boolean> {
    return this.attempt(async () => {
      const position = await api.position(text);
      this.open(new Study({ fen: position.fen }), words.setup.positionSaid, source);
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

  private async readGames(text: string, source: Source = "visitor"): Promise<boolean> {
    return this.attempt(async () => {
      const { games } = await api.games(text);
      this.games = games;
      byId("game-choice").hidden = games.length < 2;
      byId("games").replaceChildren(...games.map((game, index) => el("option", { value: index }, titleOf(game.tags) || words.setup.gameNumber(index + 1))));
      this.choose(0, source);
    });
  }

  private choose(index: number, source: Source): void {
    const game = this.games[index];
    if (!game) return;
    const { fen, moves, notes, tags, result } = game;
    const study = new Study({ fen, moves, cursor: 0, title: titleOf(tags), line: { moves, notes }, tags, result });
    this.asRead = contents(study);
    this.open(study, words.setup.gameRead(Math.ceil(game.moves.length / 2), game.result), source);
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
