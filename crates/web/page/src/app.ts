// What the parts of the page share: the game, the search that is shown, its moment, and what the
// board shows.

import * as chess from "./chess";
import * as keep from "./keep";
import { Record, type TreeNode } from "./record";
import { Study } from "./study";
import { Speaker, type Units } from "./values";
import { type Source, VisitorGames } from "./visitor-games";
import { type Language, speak } from "./words";

export type Topic = "game" | "record" | "frame" | "view" | "preferences" | "work";

/** What the board shows: the game, or a path through the tree and how far along a line from there.
 * The line may begin with a pass. */
export type View =
  | { kind: "game" }
  | { kind: "line"; path: string[]; isPassed: boolean; line: string[]; step: number };

export interface Preferences {
  units: Units;
  theme: "auto" | "light" | "dark";
  seconds: number;
  /** Null: the browser’s. */
  language: Language | null;
  isFlipped: boolean;
  /** How many threads search, and how many lines are shown. */
  threads: number;
  lines: number;
  /** The strength of the opponent; null for all it has. */
  elo: number | null;
  /** Whether a game against it shows what it thinks. */
  showsThoughts: boolean;
}

const USUAL: Preferences = {
  units: "chances",
  theme: "auto",
  seconds: 3,
  language: null,
  isFlipped: false,
  threads: 1,
  lines: 1,
  elo: null,
  showsThoughts: false,
};

export class App {
  study: Study;
  record: Record | null = null;
  /** A frame of the record; infinite for the last one, whichever that is. */
  moment = Infinity;
  selected: number | null = null;
  view: View = { kind: "game" };
  preferences: Preferences;
  /** What is being searched, if anything. Stopping it gives an answer, leaving it does not. */
  work: { stop: () => void; leave: () => void; what: "search" | "move" | "play" | "game" } | null = null;
  readonly isRecorded: boolean;
  readonly visitorGames = new VisitorGames();
  private listeners: { topics: Topic[]; act: () => void }[] = [];
  private pending = new Set<Topic>();

  constructor(isRecorded: boolean) {
    this.isRecorded = isRecorded;
    this.preferences = keep.load<Preferences>("look", USUAL);
    speak(this.preferences.language);
    this.study = isRecorded ? new Study() : this.visitorGames.begin();
  }

  /** Another game takes the place of the one shown. */
  replace(study: Study, source: Source): void {
    this.visitorGames.replace(study, source);
    this.study = study;
  }

  /** Shows another game, of which no search is known yet. */
  open(study: Study, source: Source): void {
    this.work?.leave();
    this.replace(study, source);
    this.show(null);
    this.changed("game");
  }

  on(topics: Topic[], act: () => void): void {
    this.listeners.push({ topics, act });
  }

  /** Tells the listeners, once before the next picture is drawn. */
  changed(...topics: Topic[]): void {
    if (this.pending.size === 0) requestAnimationFrame(() => this.tell());
    for (const topic of topics) this.pending.add(topic);
    if (topics.includes("game") && !this.isRecorded) this.visitorGames.save(this.study);
    if (topics.includes("preferences")) keep.save("look", this.preferences);
  }

  private tell(): void {
    const topics = [...this.pending];
    this.pending.clear();
    for (const { topics: wanted, act } of this.listeners) {
      if (wanted.some((topic) => topics.includes(topic))) act();
    }
  }

  /** Whether what it thinks may be seen: always, but in a game against it that is not over only if
   * asked for. */
  get showsThoughts(): boolean {
    return this.study.playing === null || this.preferences.showsThoughts || this.study.isOver;
  }

  get speaker(): Speaker {
    return new Speaker(this.preferences.units, this.record?.scale ?? null);
  }

  get frame(): number {
    return Math.min(this.moment, this.record?.frames.length ?? 0);
  }

  /** Shows a search from its last moment. */
  show(record: Record | null): void {
    this.record = record;
    this.moment = Infinity;
    this.selected = null;
    this.view = { kind: "game" };
    this.changed("record", "frame", "view");
  }

  select(n: number | null): void {
    this.selected = n;
    this.view = n === null || !this.record ? { kind: "game" } : { kind: "line", path: this.record.pathTo(n), isPassed: false, line: [], step: 0 };
    this.changed("view");
  }

  /** Plays through a line: moves from the root, then perhaps a pass, then the line. */
  follow(path: string[], line: string[], step: number, isPassed: boolean): void {
    this.view = { kind: "line", path, isPassed, line, step };
    if (!isPassed && this.record) {
      const way = this.record.along([...path, ...line.slice(0, step)]);
      const isWhole = way.length === path.length + step + 1;
      this.selected = isWhole ? way[way.length - 1] : null;
    }
    this.changed("view");
  }

  backToGame(): void {
    this.selected = null;
    this.view = { kind: "game" };
    this.changed("view");
  }

  get selectedNode(): TreeNode | null {
    return this.selected === null ? null : (this.record?.nodes[this.selected] ?? null);
  }

  /** The position of the record's root. */
  get root(): chess.Position | null {
    if (!this.record) return null;
    return chess.after(chess.position(this.record.fen), this.record.moves);
  }

  /** Whether the record is about the position of the game that is shown. */
  get isAboutGame(): boolean {
    return this.record !== null && keep.idOf(this.record.fen, this.record.moves) === keep.idOf(this.study.fen, this.study.past);
  }

  /** The position on the board. */
  get shown(): chess.Position {
    const root = this.root;
    if (this.view.kind === "game" || !root) return this.study.position;
    const { path, isPassed, line, step } = this.view;
    let position = chess.after(root, path);
    if (isPassed) position = chess.passed(position) ?? position;
    return chess.after(position, line.slice(0, step));
  }

  /** The last move on the board, if there is one. */
  get lastMove(): string | null {
    if (this.view.kind === "game" || !this.record) return this.study.past.at(-1) ?? null;
    const { path, isPassed, line, step } = this.view;
    if (step > 0) return line[step - 1];
    if (isPassed) return null;
    return path.at(-1) ?? this.record.moves.at(-1) ?? null;
  }
}
