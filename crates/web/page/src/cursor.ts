// A square of the board for the keyboard: arrows move it, and what else is pressed there is handed on.

import type { App } from "./app";
import { byId, el } from "./dom";
import type { Side } from "./lines";

export interface SquareKeys {
  orientation: () => Side;
  /** Says whether the key means something there. */
  press: (key: string, square: string) => boolean;
  /** What stands there, in words. */
  told: (square: string) => string;
}

const STEPS: { [key: string]: [number, number] } = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Cursor {
  private frame = byId("board-frame");
  private mark = el("div", { class: "cursor" });
  /** Counted from the upper left of the board as it is shown. */
  private column = 4;
  private row = 6;
  private held: string | null = null;
  keys: SquareKeys | null = null;

  constructor(app: App) {
    this.frame.append(this.mark);
    this.frame.addEventListener("keydown", (event) => this.pressed(event));
    this.frame.addEventListener("focus", () => this.draw());
    app.on(["game", "view", "preferences"], () => this.draw());
  }

  get square(): string {
    const isWhite = this.keys?.orientation() !== "black";
    const [file, rank] = isWhite ? [this.column, 8 - this.row] : [7 - this.column, this.row + 1];
    return String.fromCharCode("a".charCodeAt(0) + file) + rank;
  }

  /** The square something is taken from. */
  hold(square: string | null): void {
    this.held = square;
    this.draw();
  }

  private pressed(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey || !this.keys || event.target !== this.frame) return;
    const step = STEPS[event.key];
    if (step) {
      this.column = Math.max(0, Math.min(7, this.column + step[0]));
      this.row = Math.max(0, Math.min(7, this.row + step[1]));
    } else if (!this.keys.press(event.key, this.square)) return;
    event.preventDefault();
    event.stopPropagation();
    this.draw();
    this.tell();
  }

  private tell(): void {
    if (this.keys) byId("cursor-text").textContent = this.keys.told(this.square);
  }

  private draw(): void {
    this.mark.style.left = `${this.column * 12.5}%`;
    this.mark.style.top = `${this.row * 12.5}%`;
    this.mark.classList.toggle("is-held", this.held === this.square);
  }
}
