// Values as they are shown: chances in percent, or pawns.

import type { Scale, Value } from "./lines";
import { fixed, words } from "./words";

export type Units = "chances" | "pawns";

/** The ends of a value. */
export function ends(value: Value): { min: number; max: number } {
  return typeof value === "number" ? { min: value, max: value } : value;
}

/** One number for a value, to sort and to draw by. */
export function middle(value: Value): number {
  const { min, max } = ends(value);
  // An end of the scale says that nobody asked.
  if (min <= 1 && max < 9999) return max;
  if (max >= 9999 && min > 1) return min;
  return (min + max) / 2;
}

export function isKnown(value: Value): boolean {
  const { min, max } = ends(value);
  return min === max || min > 1 || max < 9999;
}

/** Pawns that so many points are worth; beyond the scale its ends. */
export function pawns(points: number, scale: Scale): number {
  const { points: known, centipawns } = scale;
  const last = known.length - 1;
  if (points <= known[0]) return centipawns[0] / 100;
  if (points >= known[last]) return centipawns[last] / 100;
  let low = 0;
  let high = last;
  while (high - low > 1) {
    const half = (low + high) >> 1;
    if (known[half] <= points) low = half;
    else high = half;
  }
  const part = (points - known[low]) / Math.max(1, known[high] - known[low]);
  return (centipawns[low] + part * (centipawns[high] - centipawns[low])) / 100;
}

/** Beyond this many pawns, pawns no longer measure anything. */
const MAX_PAWNS = 20;

export class Speaker {
  constructor(
    readonly units: Units,
    private readonly scale: Scale | null,
  ) {}

  /** Whether it is known how many pawns a value is. */
  get hasPawns(): boolean {
    return this.scale !== null;
  }

  /** Where points lie on the axis. */
  place(points: number): number {
    return this.units === "pawns" && this.scale ? pawns(points, this.scale) : points / 100;
  }

  number(points: number): string {
    if (this.units === "pawns" && this.scale) {
      const value = pawns(points, this.scale);
      if (value >= MAX_PAWNS) return points >= 9942 ? words.rivals.mate : `+${MAX_PAWNS}`;
      if (value <= -MAX_PAWNS) return points <= 58 ? `−${words.rivals.mate}` : `−${MAX_PAWNS}`;
      return signed(value, 2);
    }
    // Only certain values read 0% or 100%.
    const percent = points > 0 && points < 10000 ? Math.max(0.1, Math.min(99.9, points / 100)) : points / 100;
    return fixed(percent, 1);
  }

  /** Without a fraction where there is little room. */
  short(points: number): string {
    if (this.units === "pawns" && this.scale) return this.number(points).replace(/([.,]\d)\d$/, "$1");
    return String(Math.round(points / 100));
  }

  value(value: Value | null): string {
    if (value === null) return "–";
    const { min, max } = ends(value);
    if (min === max) return this.number(min);
    if (!isKnown(value)) return "?";
    if (min <= 1) return `≤ ${this.number(max)}`;
    if (max >= 9999) return `≥ ${this.number(min)}`;
    return `${this.number(min)}–${this.number(max)}`;
  }

  get sign(): string {
    return this.units === "pawns" ? "" : " %";
  }

  tick(place: number): string {
    if (this.units === "pawns") return signed(place, Number.isInteger(place) ? 0 : 1);
    return `${fixed(place, Number.isInteger(place) ? 0 : 1)} %`;
  }
}

export function signed(value: number, digits: number): string {
  const text = fixed(Math.abs(value), digits);
  if (!/[1-9]/.test(text)) return text;
  return `${value < 0 ? "−" : "+"}${text}`;
}
