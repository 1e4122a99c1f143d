// White's chances beside the board, and how sure they are: the band is where a much longer search
// ends nine times out of ten.

import type { App } from "./app";
import { byId } from "./dom";
import type { Value } from "./lines";
import { middle } from "./values";
import { words } from "./words";

interface Known {
  real: Value;
  interval: [number, number] | null;
}

export class ValueBar {
  private bar = byId("value-bar");

  constructor(private app: App) {
    app.on(["game", "record", "frame", "view", "preferences", "work"], () => this.draw());
  }

  private draw(): void {
    const { app, bar } = this;
    const known = this.known();
    bar.hidden = known === null;
    if (!known || !app.record) return;
    const { speaker } = app;
    const ofWhite = (points: number) => (app.record!.side === "white" ? points : 10000 - points);
    const share = ofWhite(middle(known.real));
    const [low, high] = (known.interval ?? [middle(known.real), middle(known.real)]).map(ofWhite).sort((a, b) => a - b);
    bar.style.setProperty("--share", `${share / 100}%`);
    bar.style.setProperty("--low", `${low / 100}%`);
    bar.style.setProperty("--band", `${(high - low) / 100}%`);
    byId("value-interval").hidden = known.interval === null;
    bar.classList.toggle("is-turned", app.preferences.isFlipped);
    byId("value-text").textContent = speaker.short(share);
    byId("value-text").classList.toggle("is-black", share < 5000);
    const say = (points: number) => speaker.number(points) + speaker.sign;
    const isExact = (app.record.thought?.known ?? null) !== null;
    bar.setAttribute("aria-label", isExact ? words.known.exactly : words.board.valueBar(say(share)) + (known.interval ? ` ${words.board.interval(say(low), say(high))}` : ""));
  }

  /** What is known of the position on the board, if it is one of the search. */
  private known(): Known | null {
    const { record, view, selectedNode, frame, isAboutGame } = this.app;
    if (!record) return null;
    if (view.kind === "line") {
      const values = selectedNode !== null && !view.isPassed ? record.valuesAt(selectedNode.n, frame) : null;
      return values && { real: values.real, interval: null };
    }
    if (!isAboutGame) return null;
    const isLast = frame >= record.frames.length;
    if (isLast && record.thought) return record.thought.real === null ? null : { real: record.thought.real, interval: record.thought.how_sure?.interval ?? null };
    const best = record.rivalsAt(frame).find(({ move }) => move === record.bestAt(frame));
    return best ? { real: best.real, interval: null } : null;
  }
}
