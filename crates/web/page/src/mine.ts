// "What about my move?": any legal move is put beside the best. The server searches it again if it was not looked into.

import type { Answer } from "./answer";
import type { App } from "./app";
import * as chess from "./chess";
import { byId, button, el } from "./dom";
import { inUnits } from "./pawn-words";
import type { Comparison, Value } from "./lines";
import type { Record } from "./record";
import type { Searching } from "./searching";
import { words } from "./words";

/** Enough seconds for a search that makes it clear. The server stops earlier if it is clear before. */
const MAX_SECONDS = 4;

export class Mine {
  private answers = new WeakMap<Record, { comparison: Comparison; record: Record | null }>();

  constructor(
    private app: App,
    private searching: Searching,
    private answer: Answer,
  ) {
    byId("mine-form").addEventListener("submit", (event) => {
      event.preventDefault();
      void this.ask();
    });
    app.on(["record", "work", "preferences"], () => this.draw());
  }

  private draw(): void {
    const { record, root, isRecorded } = this.app;
    const known = record && (this.answers.get(record) ?? (record.comparison ? { comparison: record.comparison, record: null } : null));
    const canAsk = !isRecorded && record?.thought?.best;
    byId("mine").hidden = !record?.isDone || !(canAsk || known);
    if (!record?.isDone || !root) return;
    const select = byId<HTMLSelectElement>("my-move");
    const before = select.value;
    const moves = chess.legalMoves(root);
    select.replaceChildren(...moves.map(({ move, san }) => el("option", { value: move }, san)));
    const rival = record.candidates[1]?.move;
    select.value = moves.some(({ move }) => move === before) ? before : (rival ?? moves[0]?.move ?? "");
    if (this.app.work?.what === "move") return;
    const place = byId("mine-text");
    if (!known) return place.replaceChildren();
    const sentences = (known.comparison.sentences ?? []).map((sentence) => ({ ...sentence, paragraph: 0, about: "asked" }));
    place.replaceChildren(el("p", {}, el("span", { lang: "en" }, ...sentences.flatMap((sentence) => [inUnits(sentence.text, this.app.speaker), " "]))));
    place.append(el("p", { class: "values" }, this.values(known.comparison)));
    const line = el("p", { class: "strip" }, el("span", { class: "strip-name" }, `${words.mine.follows}: `));
    chess.numbered(root, known.comparison.line).forEach((word, index) => {
      line.append(button(word.text, { class: "word" }, () => this.app.follow([], known.comparison.line, index + 1, false)), " ");
    });
    place.append(line);
    if (known.record && known.comparison.searched_further) {
      const second = known.record;
      place.append(button(words.mine.look, { class: "quiet" }, () => this.app.show(second)));
    }
    void this.answer;
  }

  /** The likely values of the two moves, both by the search that compared them. */
  private values({ best, best_san, best_real, move, san, real }: Comparison): string {
    const { speaker } = this.app;
    const named = (name: string, value: Value) => `${name} ${speaker.value(value)}${speaker.sign}`;
    const both = best === move ? [named(san, real)] : [named(best_san, best_real), named(san, real)];
    return words.mine.bothValues(both.join(", "));
  }

  private async ask(): Promise<void> {
    const { app } = this;
    const first = app.record;
    const best = first?.thought?.best;
    const move = byId<HTMLSelectElement>("my-move").value;
    if (!first || !best || !move) return;
    const place = byId("mine-text");
    place.replaceChildren(el("p", { class: "so-far" }, words.mine.comparing));
    const wish = { fen: first.fen, moves: first.moves, seconds: MAX_SECONDS, move, continues: first.search ?? undefined };
    const record = await this.searching.run("move", wish, (running) => {
      if (running.standing && !running.isDone) place.replaceChildren(el("p", { class: "so-far", lang: "en" }, inUnits(running.standing.text, app.speaker)));
    });
    if (!record?.comparison) {
      place.replaceChildren();
      return;
    }
    this.answers.set(first, { comparison: record.comparison, record });
    first.comparison = record.comparison;
    // Where the server still has the search that was asked about.
    first.search = record.search;
    app.changed("record");
  }
}
