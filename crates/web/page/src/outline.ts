// The tree in words, for reading aloud and for paper.

import type { App } from "./app";
import { byId, el } from "./dom";
import type { Item } from "./shown";
import type { Tree } from "./tree";
import { words } from "./words";

/** What is open in the tree, as a list in a list. */
export class Outline {
  constructor(
    private app: App,
    private tree: Tree,
  ) {
    const place = byId<HTMLDetailsElement>("outline");
    place.addEventListener("toggle", () => this.draw());
    addEventListener("beforeprint", () => {
      place.open = true;
      this.draw();
    });
    app.on(["record", "frame", "preferences"], () => this.draw());
  }

  private draw(): void {
    if (!byId<HTMLDetailsElement>("outline").open) return;
    const { record, frame, speaker } = this.app;
    const place = byId("outline-text");
    place.replaceChildren();
    if (!record) return;
    const list = (item: Item): HTMLElement => {
      const ul = el("ul");
      for (const child of item.children) {
        if (child.hidden > 0) {
          ul.append(el("li", {}, words.tree.andMore(child.hidden)));
          continue;
        }
        const values = record.valuesAt(child.n, frame);
        const visits = record.visitsAt(child.n, frame);
        const text = values ? `${speaker.value(values.real)}${speaker.sign} (${words.tree.fromTo(speaker.value(values.pess), speaker.value(values.opt))})` : "";
        const li = el("li", {}, el("b", {}, child.san), ` ${text}${visits > 0 ? `, ${words.tree.lookedInto(visits)}` : ""}`);
        if (child.children.length > 0) li.append(list(child));
        ul.append(li);
      }
      return ul;
    };
    const [root] = this.tree.shown.items(record, frame);
    if (root) place.append(list(root));
  }
}
