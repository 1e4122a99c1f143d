// Time: the search again, one expansion after the other.

import type { App } from "./app";
import * as chess from "./chess";
import { byId, el } from "./dom";
import type { Frame } from "./lines";

/** When a search is played again: the most milliseconds for all of it, the fewest for a step. */
const MAX_REPLAY_MILLISECONDS = 20_000;
const MIN_STEP_MILLISECONDS = 60;

export class Timeline {
  private slider = byId<HTMLInputElement>("slider");
  private timer: ReturnType<typeof setTimeout> | null = null;
  private banded: Frame[] | null = null;
  private bands = 0;

  constructor(private app: App) {
    this.slider.addEventListener("input", () => {
      this.pause();
      this.go(Number(this.slider.value));
    });
    byId("replay").addEventListener("click", () => (this.timer ? this.pause() : this.play()));
    byId("step-back").addEventListener("click", () => this.step(-1));
    byId("step-on").addEventListener("click", () => this.step(1));
    byId("phase-back").addEventListener("click", () => this.phase(-1));
    byId("phase-on").addEventListener("click", () => this.phase(1));
    app.on(["record", "frame", "preferences"], () => this.draw());
  }

  private get frames(): Frame[] {
    return this.app.record?.frames ?? [];
  }

  private go(frame: number): void {
    const last = this.frames.length;
    this.app.moment = frame >= last ? Infinity : Math.max(1, frame);
    this.app.changed("frame");
  }

  private step(by: number): void {
    this.pause();
    this.go(this.app.frame + by);
  }

  /** To where another phase begins. */
  private phase(by: number): void {
    this.pause();
    const begins = (index: number) => index === 0 || this.frames[index].phase !== this.frames[index - 1].phase || this.frames[index].selected !== this.frames[index - 1].selected;
    let index = this.app.frame - 1 + by;
    while (index > 0 && index < this.frames.length && !begins(index)) index += by;
    this.go(index + 1);
  }

  private play(): void {
    if (this.app.frame >= this.frames.length) this.go(1);
    const wait = Math.max(MIN_STEP_MILLISECONDS, Math.min(700, MAX_REPLAY_MILLISECONDS / Math.max(1, this.frames.length)));
    const tick = () => {
      if (this.app.frame >= this.frames.length) return this.pause();
      this.go(this.app.frame + 1);
      this.timer = setTimeout(tick, wait);
    };
    this.timer = setTimeout(tick, wait);
    this.label();
  }

  private pause(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    this.label();
  }

  private label(): void {
    byId("replay").textContent = this.timer ? "Pause" : "Replay";
  }

  private draw(): void {
    const { app, frames } = this;
    byId("time").hidden = frames.length < 2;
    if (frames.length < 2) return;
    this.slider.max = String(frames.length);
    this.slider.value = String(app.frame);
    const text = this.described(frames[app.frame - 1]);
    this.slider.setAttribute("aria-valuetext", text);
    byId("moment").textContent = text;
    // The bands change only when the search goes on, or another is shown.
    if (this.banded !== frames || this.bands !== frames.length) this.drawPhases();
    this.banded = frames;
    this.bands = frames.length;
  }

  private described(frame: Frame | undefined): string {
    const { app } = this;
    const root = app.root;
    if (!frame || !root) return "";
    const { speaker } = app;
    const words = [`Expansion ${frame.frame} of ${this.frames.length}`];
    const mover = app.record!.side === "white" ? "White" : "Black";
    const other = app.record!.side === "white" ? "Black" : "White";
    const target = frame.target === null ? null : `${speaker.number(frame.target)}${speaker.sign}`;
    if (frame.phase === "select") words.push(`${mover} chooses (SELECT)${target ? `: a rival needs ${target}` : ""}`);
    else {
      const selected = frame.selected ? chess.san(root, frame.selected) : "the choice";
      words.push(`${other} tries to refute ${selected} (VERIFY)${target ? `: down to ${target}` : ""}`);
    }
    const line = chess.numbered(root, frame.path).map((word) => word.text).join(" ");
    words.push(frame.path.length === 0 ? "all moves were looked at" : `looked into ${line}`);
    if (frame.happened.includes("new-best") && frame.best) words.push(`${chess.san(root, frame.best)} is best now`);
    if (frame.happened.includes("refuted")) words.push("the choice is given up");
    return `${words.join(" · ")}.`;
  }

  /** A band for each phase, and a mark where the choice changed. */
  private drawPhases(): void {
    const { frames } = this;
    const bands: HTMLElement[] = [];
    const place = (index: number) => (index / Math.max(1, frames.length - 1)) * 100;
    let from = 0;
    for (let i = 1; i <= frames.length; i++) {
      if (i < frames.length && frames[i].phase === frames[from].phase && frames[i].selected === frames[from].selected) continue;
      const band = el("i", { class: `phase is-${frames[from].phase}` });
      band.style.left = `${place(from)}%`;
      band.style.width = `${place(Math.min(i, frames.length - 1)) - place(from)}%`;
      bands.push(band);
      from = i;
    }
    frames.forEach((frame, index) => {
      if (index === 0 || !(frame.happened.includes("new-best") || frame.happened.includes("refuted"))) return;
      const mark = el("i", { class: "change" });
      mark.style.left = `${place(index)}%`;
      bands.push(mark);
    });
    byId("phases").replaceChildren(...bands);
  }
}
