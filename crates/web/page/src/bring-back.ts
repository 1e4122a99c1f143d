// Offers the visitor's own games while another is shown, such as that of a link.

import type { App } from "./app";
import * as chess from "./chess";
import { announce, button, byId } from "./dom";
import { titleOf } from "./pgn";
import type { Study } from "./study";
import { words } from "./words";

/** As much of a game as one knows it by. */
const MAX_PLIES = 6;

export class BringBack {
  constructor(private app: App) {
    app.on(["game"], () => this.draw());
  }

  private draw(): void {
    const { app } = this;
    const place = byId("own-games");
    const games = app.visitorGames.others(app.study);
    place.hidden = games.length === 0;
    place.replaceChildren(words.links.own(games.length), ...games.map((game) => button(words.links.bringBack(nameOf(game)), {}, () => this.bringBack(game))));
  }

  private bringBack(game: Study): void {
    const { app } = this;
    app.open(game, "visitor");
    announce(words.links.broughtBack);
    dispatchEvent(new CustomEvent("bstar:opened"));
  }
}

function nameOf(game: Study): string {
  const title = titleOf(game.tags);
  if (title) return title;
  const moves = game.main;
  if (moves.length === 0) return words.links.position(game.fen.split(" ")[0]);
  const first = chess.numbered(game.start, moves.slice(0, MAX_PLIES)).map(({ text }) => text);
  return first.join(" ") + (moves.length > MAX_PLIES ? " …" : "");
}
