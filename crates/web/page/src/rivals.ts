// The rivals as bars on one axis. A bar goes from the pessimistic to the optimistic value of a
// move; the likely value is marked.

import type { App } from "./app";
import { byId, el, set } from "./dom";
import { Record, type Rival } from "./record";
import { type Speaker, ends, isKnown, middle } from "./values";
import { words } from "./words";

const MAX_ROWS = 7;

/** What a number of the axis needs. */
const TICK_PIXELS = 48;

interface Row {
  element: HTMLTableRowElement;
  name: HTMLButtonElement;
  bar: HTMLElement;
  mark: HTMLElement;
  likely: HTMLElement;
  range: HTMLElement;
  spent: HTMLElement;
  chance: HTMLElement;
}

export class Rivals {
  private rows = new Map<string, Row>();
  private isAll = false;
  private body = byId<HTMLTableSectionElement>("bars");
  private target = byId("target");
  private targetLabel = byId("target-label");
  private axis = byId("axis");
  private maxTicks = 6;

  constructor(private app: App) {
    new ResizeObserver(([entry]) => {
      const room = Math.max(2, Math.min(6, Math.floor(entry.contentRect.width / TICK_PIXELS)));
      if (room === this.maxTicks) return;
      this.maxTicks = room;
      this.draw();
    }).observe(this.axis);
    byId("more-rivals").addEventListener("click", () => {
      this.isAll = !this.isAll;
      this.draw();
    });
    app.on(["record", "frame", "preferences", "work"], () => this.draw());
    app.on(["view"], () => this.mark());
  }

  private draw(): void {
    const { app } = this;
    const { record, speaker, frame } = app;
    const rivals = record?.rivalsAt(frame) ?? [];
    // Where tables know every move, they stand in a table of their own.
    const isKnownExactly = (record?.thought?.known ?? null) !== null;
    byId("rivals").hidden = rivals.length === 0 || isKnownExactly;
    byId("rivals").classList.toggle("is-live", app.work !== null);
    if (!record || rivals.length === 0) return;
    const asked = record.comparison?.move ?? null;
    // Values of one search only: what a second one says of the move asked about stands with its sentences.
    const shown = this.chosen(rivals, asked);
    byId("rivals-unit").textContent =
      speaker.units === "pawns" ? words.rivals.inPawns(record.side) : words.rivals.inChances(record.side);
    const target = record.targetAt(frame);
    const domain = this.domain(shown, target?.value ?? null, speaker);
    const best = record.bestAt(frame);
    const before = new Set(this.rows.keys());
    for (const rival of shown) {
      before.delete(rival.move);
      const row = this.row(rival);
      this.fill(row, rival, rival.move === best, rival.move === asked, domain, speaker);
      this.body.append(row.element);
    }
    for (const gone of before) {
      this.rows.get(gone)!.element.remove();
      this.rows.delete(gone);
    }
    this.drawTarget(target, domain, speaker);
    this.drawAxis(domain, speaker);
    const hidden = rivals.length - shown.length;
    const more = byId<HTMLButtonElement>("more-rivals");
    more.hidden = rivals.length <= MAX_ROWS;
    more.textContent = this.isAll ? words.rivals.fewer : words.rivals.more(hidden);
    this.mark();
  }

  /** The best, what was looked into, and what hopes for most. */
  private chosen(rivals: Rival[], asked: string | null): Rival[] {
    if (this.isAll) return rivals;
    const [best, ...others] = rivals;
    const worth = (rival: Rival) => (rival.move === asked ? 1e9 : 0) + (rival.spent > 0 ? 20_000 : 0) + Record.most(rival) + middle(rival.real) / 100;
    const kept = new Set([...others].sort((a, b) => worth(b) - worth(a)).slice(0, MAX_ROWS - 1));
    return [best, ...others.filter((rival) => kept.has(rival))];
  }

  private domain(rivals: Rival[], target: number | null, speaker: Speaker): [number, number] {
    const points: number[] = target === null ? [] : [target];
    for (const { pess, real, opt } of rivals) {
      if (isKnown(real)) points.push(middle(real));
      if (pess !== null) points.push(ends(pess).min);
      if (opt !== null) points.push(ends(opt).max);
    }
    const places = points.map((value) => speaker.place(value));
    const step = speaker.units === "pawns" ? 0.5 : 5;
    const limit: [number, number] = speaker.units === "pawns" ? [-20, 20] : [0, 100];
    const least = Math.max(limit[0], Math.floor((Math.min(...places) - step / 5) / step) * step);
    const most = Math.min(limit[1], Math.ceil((Math.max(...places) + step / 5) / step) * step);
    return least < most ? [least, most] : [least - step, most + step];
  }

  private row(rival: Rival): Row {
    const known = this.rows.get(rival.move);
    if (known) return known;
    const name = el("button", { type: "button", class: "move" }, rival.san);
    name.addEventListener("click", () => {
      const way = this.app.record?.along([rival.move]) ?? [];
      if (way.length > 1) this.app.select(way[1]);
    });
    const bar = el("div", { class: "bar" });
    const mark = el("div", { class: "mark" });
    const likely = el("td", { class: "number likely" });
    const range = el("td", { class: "number range" });
    const spent = el("td", { class: "number spent" });
    const chance = el("td", { class: "number chance" });
    const track = el("td", { class: "track" }, el("div", { class: "lane", "aria-hidden": "true" }, bar, mark));
    const element = el("tr", {}, el("th", { scope: "row" }, name), track, likely, range, chance, spent);
    const row = { element, name, bar, mark, likely, range, spent, chance };
    this.rows.set(rival.move, row);
    return row;
  }

  private fill(row: Row, rival: Rival, isBest: boolean, isAsked: boolean, domain: [number, number], speaker: Speaker): void {
    const at = (points: number) => {
      const part = (speaker.place(points) - domain[0]) / (domain[1] - domain[0]);
      return Math.max(0, Math.min(1, part)) * 100;
    };
    const real = isKnown(rival.real) ? middle(rival.real) : null;
    const low = rival.pess !== null ? ends(rival.pess).min : real;
    const high = rival.opt !== null ? ends(rival.opt).max : real;
    if (low !== null && high !== null) {
      row.bar.style.left = `${at(low)}%`;
      row.bar.style.width = `${Math.max(0.4, at(high) - at(low))}%`;
    }
    row.bar.hidden = low === null || high === null;
    row.bar.classList.toggle("is-open-below", rival.pess === null);
    row.bar.classList.toggle("is-open-above", rival.opt === null);
    row.mark.hidden = real === null;
    if (real !== null) row.mark.style.left = `${at(real)}%`;
    row.element.classList.toggle("is-best", isBest);
    row.element.classList.toggle("is-asked", isAsked);
    set(row.element, { title: isAsked ? words.rivals.askedTitle : null });
    row.name.textContent = rival.san;
    row.likely.textContent = speaker.value(rival.real);
    const [least, most] = [rival.pess && ends(rival.pess).min, rival.opt && ends(rival.opt).max];
    row.range.textContent = words.rivals.fromTo(speaker.value(least), speaker.value(most));
    row.range.title = words.rivals.fromTo(speaker.value(rival.pess), speaker.value(rival.opt));
    row.chance.textContent = isBest ? words.rivals.chosen : chance(rival.overtakes);
    row.spent.textContent = String(rival.spent);
    // Where there is no room for all columns, this says it all.
    const known = words.rivals.row(rival.san, row.likely.textContent + speaker.sign, row.range.textContent, rival.spent);
    row.name.setAttribute("aria-label", `${known}, ${isBest ? words.rivals.chosen : words.rivals.chanceToOvertake(row.chance.textContent)}`);
  }

  private drawTarget(target: { phase: string; value: number } | null, domain: [number, number], speaker: Speaker): void {
    this.target.hidden = target === null;
    this.targetLabel.hidden = target === null;
    if (!target) return;
    const part = (speaker.place(target.value) - domain[0]) / (domain[1] - domain[0]);
    const left = `${Math.max(0, Math.min(1, part)) * 100}%`;
    this.target.style.left = left;
    this.targetLabel.style.left = left;
    const value = speaker.number(target.value) + speaker.sign;
    this.targetLabel.textContent = target.phase === "verify" ? words.rivals.toRefute(value) : words.rivals.toOvertake(value);
    this.target.classList.toggle("is-verify", target.phase === "verify");
    this.targetLabel.classList.toggle("is-right", part > 0.7);
  }

  private drawAxis([least, most]: [number, number], speaker: Speaker): void {
    const steps = speaker.units === "pawns" ? [0.5, 1, 2, 5, 10, 20] : [5, 10, 20, 25, 50];
    const step = steps.find((size) => (most - least) / size <= this.maxTicks) ?? steps[steps.length - 1];
    const ticks: HTMLElement[] = [];
    for (let place = Math.ceil(least / step - 1e-9) * step; place <= most + 1e-9; place += step) {
      const tick = el("span", { class: "tick" }, speaker.tick(place));
      tick.style.left = `${((place - least) / (most - least)) * 100}%`;
      ticks.push(tick);
    }
    this.axis.replaceChildren(...ticks);
  }

  /** Which of the moves is shown on the board. */
  private mark(): void {
    const { view } = this.app;
    const first = view.kind === "line" ? [...view.path, ...view.line][0] : null;
    for (const [move, row] of this.rows) row.element.classList.toggle("is-selected", move === first);
  }
}

function chance(probability: number | null): string {
  if (probability === null) return "?";
  if (probability === 0) return words.rivals.noChance;
  if (probability < 0.01) return "< 1 %";
  return `${Math.round(probability * 100)} %`;
}
