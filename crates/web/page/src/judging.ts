// The moves that were played, judged by the server. Every finding is kept in the browser as it
// comes: after a reload, or when the server was away, only the rest is asked for.

import * as api from "./api";
import type { App } from "./app";
import * as keep from "./keep";
import * as pgn from "./pgn";
import type { AnalysedGame, Finding, JudgeLine } from "./wire";
import { words } from "./words";

/** A game and what was found out about it. */
export interface Judged {
  id: string;
  made: number;
  fen: string;
  moves: string[];
  findings: Finding[];
  /** With marks and words, as far as it is judged. */
  game: AnalysedGame | null;
  /** As PGN, when it is finished; and the PGN that was judged. */
  annotated: string | null;
  source: string;
  /** Whether the visitor still waits for it. */
  isWanted: boolean;
  seconds: number;
}

/** How far it is: which part, and how much of it. */
export type Progress = { part: "positions" | "doubts" | "words"; done: number; all: number };

/** The least time between two writings, and between two attempts to reach the server. */
const SAVE_MS = 700;
const RETRY_MS = 2_000;
const MAX_RETRIES = 60;

export class Judging {
  /** What is known of the game shown. */
  judged: Judged | null = null;
  problem = "";
  private abort: AbortController | null = null;
  private saved = 0;
  private listeners: (() => void)[] = [];

  constructor(private app: App) {
    addEventListener("pagehide", () => this.save());
  }

  onChange(act: () => void): void {
    this.listeners.push(act);
  }

  private changed(): void {
    for (const act of this.listeners) act();
  }

  get isRunning(): boolean {
    return this.abort !== null;
  }

  get isFinished(): boolean {
    return this.judged?.annotated != null;
  }

  /** What was found in a position of the game, by the number of moves before it. */
  position(ply: number) {
    return this.judged?.findings.findLast((finding) => finding.ply === ply && finding.position)?.position ?? null;
  }

  get progress(): Progress | null {
    const { judged } = this;
    if (!judged) return null;
    const all = judged.moves.length + 1;
    const done = new Set(judged.findings.filter((finding) => finding.position).map(({ ply }) => ply)).size;
    if (done < all) return { part: "positions", done, all };
    if (!judged.game) return { part: "doubts", done: judged.findings.filter((finding) => finding.position?.confirmed).length, all: 0 };
    const turning = judged.game.moves.filter(({ mark, best }) => (mark === "mistake" || mark === "blunder") && best);
    return { part: "words", done: turning.filter(({ explanation }) => explanation).length, all: turning.length };
  }

  /** Looks for what is kept of the game shown. What was being judged goes on. */
  async recall(): Promise<void> {
    const { fen, main } = this.app.study;
    const id = keep.idOf(fen, main);
    if (this.judged?.id === id) return;
    this.leave();
    const before = this.judged;
    this.judged = null;
    this.problem = "";
    const found = main.length > 0 ? await keep.find<Judged>("games", id) : null;
    if (keep.idOf(this.app.study.fen, this.app.study.main) !== id || this.judged) return;
    this.judged = isSound(found) ? found : this.prolonged(before, id, fen, main);
    if (this.judged?.isWanted) void this.run();
    this.changed();
  }

  /** What is known of a shorter or longer version of the same game. */
  private prolonged(before: Judged | null, id: string, fen: string, moves: string[]): Judged | null {
    if (!before || before.fen !== fen || moves.length === 0) return null;
    const differs = moves.findIndex((move, ply) => move !== before.moves[ply]);
    const same = differs < 0 ? moves.length : differs;
    const findings = before.findings.filter((finding) => finding.position && finding.ply <= same);
    if (findings.length === 0) return null;
    return { id, made: Date.now(), fen, moves, findings, game: null, annotated: null, source: "", isWanted: false, seconds: before.seconds };
  }

  /** Takes a game that is judged already. */
  hold(game: AnalysedGame): void {
    const { fen, main } = this.app.study;
    const found = (ply: number, expected: number): Finding => ({ ply, position: { expected, line: [], confirmed: true } });
    const findings = game.moves.map((move, ply) => found(ply + 1, 10_000 - move.after));
    if (game.moves.length > 0) findings.unshift(found(0, game.moves[0].before));
    this.judged = { id: keep.idOf(fen, main), made: 0, fen, moves: main, findings, game, annotated: "", source: "", isWanted: false, seconds: 0 };
    this.changed();
  }

  /** Judges the game, or goes on with it. */
  begin(seconds: number): void {
    const { fen, main } = this.app.study;
    const id = keep.idOf(fen, main);
    const known = this.judged?.id === id ? this.judged : null;
    const isMore = known !== null && seconds > known.seconds;
    this.judged = {
      id,
      made: Date.now(),
      fen,
      moves: main,
      // More effort is a reason to look at everything again.
      findings: known && !isMore ? known.findings : [],
      game: known && !isMore ? known.game : null,
      annotated: null,
      source: pgn.write(this.app.study),
      isWanted: true,
      seconds,
    };
    void this.run();
  }

  /** Ends it for now. What was found stays. */
  stop(): void {
    if (this.judged) this.judged.isWanted = false;
    this.save();
    this.leave();
    this.changed();
  }

  private leave(): void {
    this.abort?.abort();
    this.abort = null;
  }

  private async run(): Promise<void> {
    const { judged } = this;
    if (!judged || this.abort) return;
    const abort = new AbortController();
    this.abort = abort;
    this.problem = "";
    this.changed();
    for (let attempt = 0; attempt < MAX_RETRIES && judged.annotated === null; attempt++) {
      const before = judged.findings.length;
      try {
        const { source, seconds, findings } = judged;
        await api.judge({ pgn: source, seconds, known: findings }, abort.signal, (line) => this.take(judged, line));
        if (abort.signal.aborted) return;
        this.problem = judged.annotated === null ? words.judged.interrupted : "";
      } catch (error) {
        if (abort.signal.aborted) return;
        const isAway = error instanceof api.Refused && (error.status === 0 || error.status === 429);
        this.problem = isAway ? words.judged.waiting : error instanceof Error ? error.message : String(error);
        if (!isAway) {
          judged.isWanted = false;
          break;
        }
      }
      if (judged.annotated !== null) break;
      // Whatever was found in the meantime is a reason not to give up.
      if (judged.findings.length > before) attempt = 0;
      this.changed();
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      if (abort.signal.aborted) return;
    }
    if (judged.annotated !== null) this.problem = "";
    this.abort = null;
    this.save();
    this.changed();
  }

  private take(judged: Judged, line: JudgeLine): void {
    if (line.type === "finding") {
      const { type: _type, schema: _schema, ...finding } = line;
      judged.findings.push(finding);
    } else if (line.type === "game") judged.game = line;
    else if (line.type === "annotated") {
      judged.annotated = line.pgn;
      judged.isWanted = false;
    } else return;
    this.problem = "";
    if (Date.now() - this.saved > SAVE_MS) this.save();
    this.changed();
  }

  private save(): void {
    if (!this.judged || this.app.isRecorded) return;
    this.saved = Date.now();
    void keep.keep("games", this.judged);
  }

  /** The game with everything, as `bstar analyse` writes it; as it is if it was not judged. */
  async annotated(): Promise<string> {
    const { judged } = this;
    const source = pgn.write(this.app.study);
    if (!judged || judged.annotated === null) return source;
    if (judged.source === source) return judged.annotated;
    // Side lines have been added since. Nothing has to be searched for that.
    let text = judged.annotated;
    const request = { pgn: source, seconds: judged.seconds, known: judged.findings };
    await api.judge(request, new AbortController().signal, (line) => {
      if (line.type === "annotated") text = line.pgn;
    });
    return text;
  }
}

/** What was kept may be another version's, or spoiled. */
function isSound(found: Judged | null): found is Judged {
  return Array.isArray(found?.findings) && Array.isArray(found?.moves) && typeof found?.source === "string" && typeof found?.seconds === "number";
}
