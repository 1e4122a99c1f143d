// The visitor's own games, in their own browser. Every window keeps the game that it shows: a reload goes on with it, whatever other
// windows do. The visitor's last own game is where the next window begins. The game of a link is not the visitor's own before they change
// it. An own game whose place another takes is kept, and can be brought back.

import * as chess from "./chess";
import { lineOf } from "./gametree";
import * as keep from "./keep";
import { Study, sound } from "./study";

/** Where a game comes from that takes the place of the one shown: from the visitor, from a link, or from the file of the one shown, which
 * has not been changed and can be read again. */
export type Source = "visitor" | "link" | "same-file";

/** The most games that are kept after others took their places. */
const MAX_EARLIER = 5;

export class VisitorGames {
  /** The visitor's last own game as it was stored, if this window stored it or began with it. Anything else there is another game. */
  private stored: string | null = null;
  /** What a link brought, as long as it is shown unchanged. */
  private linked: string | null = null;

  /** The game this window has shown before, else the visitor's last. */
  begin(): Study {
    const here = keep.text("game", "window");
    if (here === null) return this.last();
    const { isLinked, ...saved } = read(here) as { isLinked?: unknown };
    const study = new Study(sound(saved));
    this.linked = isLinked === true ? contents(study) : null;
    this.stored = this.linked === null ? JSON.stringify(study.saved) : null;
    return study;
  }

  /** The visitor's last own game. */
  last(): Study {
    this.linked = null;
    this.stored = keep.text("game");
    return new Study(sound(read(this.stored)));
  }

  /** Another game will be shown. */
  replace(study: Study, source: Source): void {
    if (source !== "same-file") this.stored = null;
    const isLinked = source === "link" || (source === "same-file" && this.linked !== null);
    this.linked = isLinked ? contents(study) : null;
  }

  /** Keeps the game that is shown. */
  save(study: Study): void {
    if (this.linked !== contents(study)) this.linked = null;
    keep.save("game", { ...study.saved, isLinked: this.linked !== null }, "window");
    const saved = JSON.stringify(study.saved);
    if (this.linked !== null || saved === this.stored) return;
    const before = keep.text("game");
    if (before !== null && before !== this.stored) this.setAside(new Study(sound(read(before))), study);
    keep.save("game", study.saved);
    this.stored = saved;
  }

  /** The visitor's games besides the one that is shown, the last one first. */
  others(shown: Study): Study[] {
    const last = keep.text("game");
    const all = [...(last === null ? [] : [new Study(sound(read(last)))]), ...this.earlier];
    const seen = new Set<string>();
    return all.filter((game) => {
      const isNew = !seen.has(contents(game));
      seen.add(contents(game));
      return isNew && isWorthKeeping(game) && !isWithin(game, shown);
    });
  }

  private setAside(game: Study, shown: Study): void {
    if (!isWorthKeeping(game) || isWithin(game, shown)) return;
    const others = this.earlier.filter((known) => !isWithin(known, game));
    keep.save("earlier", { games: [game, ...others].slice(0, MAX_EARLIER).map(({ saved }) => saved) });
  }

  private get earlier(): Study[] {
    const { games } = keep.load<{ games: unknown }>("earlier", { games: [] });
    return Array.isArray(games) ? games.map((game) => new Study(sound(game))) : [];
  }
}

function read(text: string | null): object {
  try {
    return Object(JSON.parse(text ?? "{}"));
  } catch {
    return {};
  }
}

/** What makes a game another one; not which of its positions is shown. */
export function contents(study: Study): string {
  return JSON.stringify([study.fen, lineOf(study.roots), study.playing]);
}

function isWorthKeeping(game: Study): boolean {
  return game.main.length > 0 || game.fen !== chess.INITIAL_FEN;
}

/** Whether all of a game is in another. */
function isWithin(game: Study, other: Study): boolean {
  if (game.fen !== other.fen) return false;
  const [{ moves, notes = [] }, all] = [lineOf(game.roots), lineOf(other.roots)];
  const isStart = notes.length === 0 && moves.every((move, ply) => move === all.moves[ply]);
  return isStart || JSON.stringify([moves, notes]) === JSON.stringify([all.moves, all.notes ?? []]);
}
