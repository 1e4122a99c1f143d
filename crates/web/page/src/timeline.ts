// Time: the search again, one expansion after the other.

import type { App } from "./app";
import * as chess from "./chess";
import { byId, el } from "./dom";
import type { Frame } from "./lines";
import { words } from "./words";

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
    app.on(["preferences"], () => this.label());
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
    byId("replay").textContent = this.timer ? words.time.pause : words.time.replay;
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
    const said = [words.time.expansion(frame.frame, this.frames.length)];
    const mover = app.record!.side;
    const other = mover === "white" ? "black" : "white";
    const target = frame.target === null ? null : `${speaker.number(frame.target)}${speaker.sign}`;
    if (frame.phase === "select") said.push(`${words.time.select(mover)}${target ? `: ${words.time.rivalNeeds(target)}` : ""}`);
    else {
      const selected = frame.selected ? chess.san(root, frame.selected) : words.time.theChoice;
      said.push(`${words.time.verify(other, selected)}${target ? `: ${words.time.downTo(target)}` : ""}`);
    }
    const line = chess.numbered(root, frame.path).map((word) => word.text).join(" ");
    said.push(frame.path.length === 0 ? words.time.allLookedAt : words.time.lookedInto(line));
    if (frame.happened.includes("new-best") && frame.best) said.push(words.time.isBestNow(chess.san(root, frame.best)));
    if (frame.happened.includes("refuted")) said.push(words.time.givenUp);
    return `${said.join(" · ")}.`;
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
