// The board: the game, or a position of the tree; arrows, ours and the visitor's; moves by hand.

import { Chessground } from "chessground";
import type { Api } from "chessground/api";
import type { DrawShape } from "chessground/draw";
import type { Key } from "chessground/types";
import type { App } from "./app";
import * as chess from "./chess";
import { Cursor } from "./cursor";
import { announce, byId, el } from "./dom";
import { choosePromotion } from "./promotion";
import { language, words } from "./words";

/** In the order of the legend. */
const BRUSHES = {
  best: { key: "best", color: "#2f6b55", opacity: 0.85, lineWidth: 11 },
  rival: { key: "rival", color: "#b98a2f", opacity: 0.75, lineWidth: 8 },
  threat: { key: "threat", color: "#a4452f", opacity: 0.75, lineWidth: 7 },
};

export class Board {
  private ground: Api;
  readonly cursor: Cursor;
  private signature = "";
  private fen = "";
  /** Where a move or an arrow begins that the keyboard has not ended. */
  private from: { square: string; isArrow: boolean } | null = null;
  /** What a move on the board does. */
  onMove: (move: string) => void = () => {};

  constructor(private app: App) {
    this.ground = Chessground(byId("board"), {
      coordinates: true,
      animation: { enabled: !matchMedia("(prefers-reduced-motion: reduce)").matches, duration: 180 },
      drawable: { enabled: true, brushes: BRUSHES as never },
      movable: { free: false, showDests: true, events: { after: (from, to) => void this.moved(from, to) } },
      premovable: { enabled: false },
      highlight: { lastMove: true, check: true },
    });
    byId("board").setAttribute("aria-hidden", "true");
    this.cursor = new Cursor(app);
    this.cursor.keys = {
      orientation: () => (app.preferences.isFlipped ? "black" : "white"),
      press: (key, square) => this.pressed(key, square as Key),
      told: (square) => this.told(square as Key),
    };
    const form = byId<HTMLFormElement>("by-hand");
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.typed(byId<HTMLInputElement>("move-input"));
    });
    app.on(["game", "view", "record", "frame", "preferences", "work"], () => this.draw());
  }

  private draw(): void {
    const { app } = this;
    const position = app.shown;
    const isGame = app.view.kind === "game";
    const canMove = !app.isRecorded && (isGame ? this.mayMove() : true);
    const last = app.lastMove;
    const orientation = app.preferences.isFlipped ? "black" : "white";
    const fen = chess.fen(position);
    const arrows = this.arrows();
    // What stands there already is not drawn again: a replay changes little from step to step.
    const signature = JSON.stringify([fen, last, orientation, canMove, arrows, language]);
    if (signature === this.signature) return;
    this.signature = signature;
    // A position that stays keeps the arrows and circles that the visitor drew.
    const isNew = fen !== this.fen;
    this.fen = fen;
    if (isNew) this.from = null;
    this.ground.set({
      ...(isNew ? { fen } : {}),
      orientation,
      turnColor: position.turn,
      check: position.isCheck(),
      lastMove: last ? [last.slice(0, 2) as Key, last.slice(2, 4) as Key] : undefined,
      viewOnly: !canMove,
      movable: { color: canMove ? position.turn : undefined, dests: canMove ? chess.dests(position) : new Map() },
    });
    this.ground.setAutoShapes(arrows);
    this.drawLegend(arrows);
    byId("board-text").textContent = chess.described(position);
  }

  /** What the arrows mean that are there. */
  private drawLegend(arrows: DrawShape[]): void {
    const kinds = (Object.keys(BRUSHES) as (keyof typeof BRUSHES)[]).filter((kind) => arrows.some(({ brush }) => brush === kind));
    byId("arrow-legend").replaceChildren(...kinds.map((kind) => el("span", { class: `arrow-key is-${kind}` }, words.board.arrows[kind])));
  }

  /** A key on a square: Enter takes up and puts down, `o` circles, `a` begins and ends an arrow. */
  private pressed(key: string, square: Key): boolean {
    const { from } = this;
    if (key === "Escape") this.from = null;
    else if (key === "o") this.toggleShape({ orig: square, brush: "green" });
    else if (key === "a" && from?.isArrow && from.square !== square) {
      this.toggleShape({ orig: from.square as Key, dest: square, brush: "green" });
      this.from = null;
    } else if (key === "a") this.from = { square, isArrow: true };
    else if (key === "Enter" || key === " ") this.chooseSquare(square);
    else return false;
    this.cursor.hold(this.from?.square ?? null);
    return true;
  }

  private toggleShape(shape: DrawShape): void {
    const drawn = this.ground.state.drawable.shapes;
    const others = drawn.filter(({ orig, dest }) => orig !== shape.orig || dest !== shape.dest);
    this.ground.setShapes(others.length < drawn.length ? others : [...drawn, shape]);
  }

  private chooseSquare(square: Key): void {
    const dests = this.ground.state.movable.dests;
    const from = this.from && !this.from.isArrow ? (this.from.square as Key) : null;
    if (from && dests?.get(from)?.includes(square)) {
      this.from = null;
      void this.moved(from, square);
    } else if (from === square) this.from = null;
    else if (dests?.has(square)) this.from = { square, isArrow: false };
    else announce(words.board.nothingToMove(square));
  }

  private told(square: Key): string {
    const there = this.ground.state.pieces.get(square);
    const held = this.from?.square === square ? `, ${words.board.taken}` : "";
    return words.board.square(square, there ? words.coloured(there.color, there.role) : null) + held;
  }

  private mayMove(): boolean {
    const { study } = this.app;
    return study.playing === null || (study.isAtEnd && study.position.turn === study.playing);
  }

  private arrows(): DrawShape[] {
    const { app } = this;
    const { record } = app;
    if (!record || record.nodes.length === 0) return [];
    const isRoot = app.view.kind === "game" && app.isAboutGame;
    const isNode = app.view.kind === "line" && !app.view.isPassed && app.selected !== null;
    if (!isRoot && !isNode) return [];
    const n = isRoot ? 0 : app.selected!;
    const shapes: DrawShape[] = [];
    const arrow = (move: string, brush: string) =>
      shapes.push({ orig: move.slice(0, 2) as Key, dest: move.slice(2, 4) as Key, brush });
    const [best, ...others] = record.movesAt(n, app.frame);
    const rival = others.find((way) => record.visitsAt(way.n, app.frame) > 0) ?? others[0];
    const threatened = n === 0 ? (best ? record.nodes[best.n] : undefined) : record.nodes[n];
    const last = threatened && record.lastOf(threatened);
    const threat = last?.threatens ? last.threat[0] : null;
    // On the board before the best move, its threat may begin where there is nothing yet, or be in its own way.
    if (threat && (threat.slice(0, 2) === best?.move.slice(2, 4) || chess.isWayFree(app.shown, threat))) arrow(threat, "threat");
    if (rival) arrow(rival.move, "rival");
    if (best) arrow(best.move, "best");
    else if (n > 0) {
      const next = record.lastOf(record.nodes[n])?.line[0];
      if (next) arrow(next, "best");
    }
    return shapes;
  }

  private async moved(from: Key, to: Key): Promise<void> {
    const position = this.app.shown;
    const options = chess.legalMoves(position).filter(({ move }) => move.startsWith(from + to));
    const move = options.length > 1 ? await choosePromotion(options.map((option) => option.move), this.ground.state.orientation) : this.castled(position, from, to);
    if (move) this.onMove(move);
    else {
      this.signature = this.fen = "";
      this.draw();
    }
  }

  /** A king that takes its own rook castles. */
  private castled(position: chess.Position, from: string, to: string): string {
    const move = chess.legal(position, from + to);
    return move ? chess.uci(position, move) : from + to;
  }

  private typed(input: HTMLInputElement): void {
    const position = this.app.shown;
    const move = chess.understood(position, input.value);
    if (!this.mayMove() && this.app.view.kind === "game") announce(words.ask.notYourTurn);
    else if (move) {
      input.value = "";
      this.onMove(move);
    } else announce(words.ask.noLegalMove(input.value));
  }
}
