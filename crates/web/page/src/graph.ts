// The game as a curve: what White can expect, move by move. A click goes to that move.

import { svg } from "./dom";
import { glyph } from "./glyphs";
import type { Mark } from "./wire";
import { words } from "./words";

export interface Point {
  ply: number;
  /** For White, in ten-thousandths. */
  likely: number;
  /** The ends of what is possible, where that is known. */
  reach: { low: number; high: number } | null;
  mark: Mark | null;
  label: string;
}

const [WIDTH, HEIGHT] = [640, 150];
const [LEFT, RIGHT, TOP, BOTTOM] = [26, 8, 8, 8];

/** The curve over a game of so many half moves; `now` is the one shown, or null. */
export function graph(points: Point[], plies: number, now: number | null): SVGSVGElement {
  const x = (ply: number) => LEFT + (ply / Math.max(1, plies)) * (WIDTH - LEFT - RIGHT);
  const y = (value: number) => TOP + (1 - value / 10_000) * (HEIGHT - TOP - BOTTOM);
  const picture = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": words.story.graph });
  picture.append(svg("rect", { x: LEFT, y: TOP, width: WIDTH - LEFT - RIGHT, height: HEIGHT - TOP - BOTTOM, class: "ground" }));
  // A gap where nothing is known yet is left open.
  for (const run of runs(points)) {
    const line = run.map(({ ply, likely }) => `${x(ply)},${y(likely)}`);
    const [first, last] = [run[0], run[run.length - 1]];
    if (run.length > 1) picture.append(svg("polygon", { points: [`${x(first.ply)},${y(0)}`, ...line, `${x(last.ply)},${y(0)}`].join(" "), class: "white-share" }));
    const band = run.filter(({ reach }) => reach !== null);
    if (band.length > 1) {
      const top = band.map(({ ply, reach }) => `${x(ply)},${y(reach!.high)}`);
      const bottom = band.map(({ ply, reach }) => `${x(ply)},${y(reach!.low)}`).reverse();
      picture.append(svg("polygon", { points: [...top, ...bottom].join(" "), class: "band" }));
    }
    if (run.length > 1) picture.append(svg("polyline", { points: line.join(" "), class: "line" }));
  }
  for (const level of [0, 5_000, 10_000]) {
    picture.append(
      svg("line", { x1: LEFT, x2: WIDTH - RIGHT, y1: y(level), y2: y(level), class: "level" }),
      svg("text", { x: LEFT - 5, y: y(level) + 3, "text-anchor": "end" }, String(level / 100)),
    );
  }
  if (now !== null) picture.append(svg("line", { x1: x(now), x2: x(now), y1: TOP, y2: HEIGHT - BOTTOM, class: "now" }));
  for (const { ply, likely, mark, label } of points) {
    const dot = svg("circle", { cx: x(ply), cy: y(likely), r: mark ? 4.5 : 1.6, class: mark ? `dot is-${mark}` : "dot" }, svg("title", {}, label));
    picture.append(dot);
    if (mark && mark !== "only") {
      const isHigh = likely > 7_500;
      picture.append(svg("text", { x: x(ply), y: y(likely) + (isHigh ? 15 : -8), "text-anchor": "middle", class: `sign is-${mark}` }, glyph(mark)));
    }
  }
  return picture;
}

/** The half move that a click on the place of the curve means. */
export function plyAt(place: HTMLElement, event: MouseEvent, plies: number): number {
  const box = (place.firstElementChild ?? place).getBoundingClientRect();
  const at = ((event.clientX - box.left) / box.width) * WIDTH;
  return Math.max(0, Math.min(plies, Math.round(((at - LEFT) / (WIDTH - LEFT - RIGHT)) * plies)));
}

/** Points in a row, without a gap. */
function runs(points: Point[]): Point[][] {
  const found: Point[][] = [];
  for (const point of points) {
    const last = found.at(-1);
    if (last && last[last.length - 1].ply === point.ply - 1) last.push(point);
    else found.push([point]);
  }
  return found;
}
