// All of the tree at once, small, beside the part that is in sight. A press goes there.

import { byId } from "./dom";
import type { Item } from "./shown";

interface Box {
  top: number;
  left: number;
  width: number;
  height: number;
}

/** A tree that is not this much larger than what is in sight needs no map. */
const MIN_TIMES = 1.4;

export class TreeMap {
  private canvas = byId<HTMLCanvasElement>("tree-map");
  private signature = "";
  private size = { width: 1, height: 1 };

  /** What is pressed becomes the middle of what is in sight. */
  constructor(goTo: (x: number, y: number) => void) {
    const press = (event: PointerEvent) => {
      const box = this.canvas.getBoundingClientRect();
      goTo(((event.clientX - box.left) / box.width) * this.size.width, ((event.clientY - box.top) / box.height) * this.size.height);
    };
    this.canvas.addEventListener("pointerdown", (event) => {
      this.canvas.setPointerCapture(event.pointerId);
      press(event);
    });
    this.canvas.addEventListener("pointermove", (event) => {
      if (event.buttons > 0) press(event);
    });
  }

  draw(items: Item[], size: { width: number; height: number }, sight: Box, version: unknown): void {
    this.size = size;
    this.canvas.hidden = size.height < MIN_TIMES * sight.height && size.width < 2 * MIN_TIMES * sight.width;
    if (this.canvas.hidden) return;
    // It is drawn again only if it would look different.
    // Colours come by properties that a canvas does not use, so that the style names them all.
    const theme = getComputedStyle(this.canvas);
    const signature = JSON.stringify([items.length, size, sight, version, theme.color]);
    if (signature === this.signature) return;
    this.signature = signature;
    const scale = devicePixelRatio;
    const [width, height] = [this.canvas.clientWidth, this.canvas.clientHeight];
    this.canvas.width = width * scale;
    this.canvas.height = height * scale;
    const context = this.canvas.getContext("2d");
    if (!context) return;
    context.scale(scale, scale);
    const [x, y] = [width / size.width, height / size.height];
    const thickness = Math.max(1, Math.min(6, 20 * y));
    for (const item of items) {
      if (!item.parent) continue;
      context.fillStyle = item.isBest ? theme.outlineColor : theme.color;
      context.fillRect(item.x * x, item.y * y - thickness / 2, Math.max(4, 80 * x), thickness);
    }
    context.strokeStyle = theme.textDecorationColor;
    context.lineWidth = 2;
    context.strokeRect(sight.left * x + 1, sight.top * y + 1, Math.min(width - 2, sight.width * x), Math.max(6, Math.min(height - 2, sight.height * y)));
  }
}
