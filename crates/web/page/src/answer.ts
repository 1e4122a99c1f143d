// The answer, first and in words. A click on a sentence shows the positions of the tree that it
// rests on.

import type { App } from "./app";
import { button, byId, el } from "./dom";
import type { Evidence, Sentence } from "./lines";
import { grouped } from "./values";

/** What each paragraph is about, where that is not plain. */
const HEADINGS: { [about: string]: string } = {
  rivals: "The rivals",
  test: "What was tried against it",
  "given-up": "Earlier choices",
  stop: "Why it stopped",
};

export class Answer {
  private spans: { span: HTMLElement; sentence: Sentence }[] = [];
  private asked: Sentence | null = null;
  private isAsked = false;

  constructor(private app: App) {
    app.on(["record", "preferences", "work"], () => this.draw());
    app.on(["view", "record"], () => this.mark());
  }

  /** The sentence whose positions are shown, until something else is. */
  private mark(): void {
    if (!this.isAsked) this.asked = null;
    this.isAsked = false;
    for (const { span, sentence } of this.spans) span.classList.toggle("is-backing", sentence === this.asked);
  }

  private draw(): void {
    const { app } = this;
    const { record } = app;
    const place = byId("answer-text");
    const { thought, standing } = record ?? {};
    const isWorking = app.work !== null && !record?.isDone;
    byId("answer").classList.toggle("is-working", isWorking);
    byId("answer").setAttribute("aria-busy", String(isWorking));
    this.spans = [];
    if (thought) place.replaceChildren(...this.paragraphs(thought.sentences ?? []));
    else if (standing) place.replaceChildren(el("p", { class: "lead so-far" }, standing.text));
    else if (isWorking) place.replaceChildren(el("p", { class: "lead so-far" }, "Looking at the position…"));
    else place.replaceChildren(...welcome(app.isRecorded));
    this.drawEffort();
  }

  private drawEffort(): void {
    const { thought, standing, frames } = this.app.record ?? {};
    const place = byId("effort");
    const facts: [string, string][] = [];
    if (thought) {
      facts.push([grouped(thought.expansions), "expansions"]);
      facts.push([grouped(thought.nodes), "probe nodes"]);
      facts.push([thought.seconds.toFixed(thought.seconds < 1 ? 2 : 1), "seconds"]);
      facts.push([grouped(thought.positions), "positions in the tree"]);
    } else if (standing) {
      facts.push([grouped(Math.max(frames?.length ?? 0, standing.expansions)), "expansions"]);
      facts.push([grouped(standing.nodes), "probe nodes"]);
      facts.push([standing.seconds.toFixed(1), "seconds"]);
    }
    place.replaceChildren(...facts.map(([number, what]) => el("div", {}, el("dd", {}, number), el("dt", {}, what))));
  }

  paragraphs(sentences: Sentence[]): HTMLElement[] {
    const paragraphs = new Map<number, HTMLElement>();
    const elements: HTMLElement[] = [];
    for (const sentence of sentences) {
      if (sentence.about === "effort") continue;
      let paragraph = paragraphs.get(sentence.paragraph);
      if (!paragraph) {
        const isLead = paragraphs.size === 0;
        const heading = HEADINGS[sentence.about];
        if (heading) elements.push(el("h3", {}, heading));
        paragraph = el("p", { class: isLead ? "lead" : null });
        paragraphs.set(sentence.paragraph, paragraph);
        elements.push(paragraph);
      }
      if (paragraph.childNodes.length > 0) paragraph.append(" ");
      paragraph.append(this.sentence(sentence));
    }
    return elements;
  }

  /** A sentence, which can be clicked if it rests on something that can be shown. */
  private sentence(sentence: Sentence): HTMLElement {
    const evidence = sentence.evidence.find((piece) => piece.line?.length) ?? sentence.evidence.find((piece) => piece.path.length > 0);
    if (!evidence) return el("span", {}, sentence.text);
    const span = el("span", { class: "sentence", role: "button", tabindex: 0, title: "Show what backs this" }, sentence.text);
    const show = () => {
      this.asked = sentence;
      this.isAsked = true;
      this.show(sentence.evidence, evidence);
    };
    span.addEventListener("click", show);
    span.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        show();
      }
    });
    this.spans.push({ span, sentence });
    return span;
  }

  private show(all: Evidence[], first: Evidence): void {
    const { app } = this;
    if (first.line?.length) app.follow(first.path, first.line, first.null_move ? 1 : first.line.length, first.null_move === true);
    else {
      const way = app.record?.along(first.path) ?? [];
      app.select(way.at(-1) ?? null);
    }
    const nodes = all.flatMap((piece) => (piece.key === null ? [] : (app.record?.find(piece.key) ?? [])));
    dispatchEvent(new CustomEvent("bstar:reveal", { detail: nodes }));
  }
}

/** Positions to begin with. */
const EXAMPLES: [string, string][] = [
  ["A queen where a pawn can take it", "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1"],
  ["A quiet middlegame", "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 b - - 0 9"],
  ["Three pawns against three", "8/ppp5/8/PPP5/8/8/7k/5K2 w - - 0 1"],
];

function welcome(isRecorded: boolean): HTMLElement[] {
  const examples = EXAMPLES.map(([name, fen]) => button(name, {}, () => dispatchEvent(new CustomEvent("bstar:example", { detail: fen }))));
  return [
    el("p", { class: "lead welcome" }, "Set up a position, and ask for the best move."),
    el("div", { class: "row examples", hidden: isRecorded }, "Or try one: ", ...examples),
    el(
      "p",
      {},
      "bstar searches as Hans Berliner’s B* did in 1996: every move has a pessimistic, a realistic and an optimistic value, and the search goes on until one move stands clear of its rivals, or until nobody can refute it. The whole tree has a few hundred positions that mattered. You can look at all of them.",
    ),
  ];
}
