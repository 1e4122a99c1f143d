// The answer, first and in words. A click on a sentence shows the positions of the tree that it
// rests on.

import type { App } from "./app";
import { button, byId, el } from "./dom";
import { hinted } from "./hints";
import type { Evidence, Sentence } from "./lines";
import { inUnits } from "./pawn-words";
import { type Hint, fixed, grouped, words } from "./words";

/** What each paragraph is about, where that is not plain. */
const HEADINGS: { [about: string]: () => string } = {
  rivals: () => words.answer.rivals,
  test: () => words.answer.test,
  "given-up": () => words.answer.givenUp,
  stop: () => words.answer.stop,
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
    else if (standing) place.replaceChildren(el("p", { class: "lead so-far", lang: "en" }, inUnits(standing.text, app.speaker)));
    else if (isWorking) place.replaceChildren(el("p", { class: "lead so-far" }, words.answer.looking));
    else place.replaceChildren(...welcome(app.isRecorded));
    this.drawEffort();
  }

  private drawEffort(): void {
    const { thought, standing, frames } = this.app.record ?? {};
    const place = byId("effort");
    const facts: [string, string, Hint | null][] = [];
    if (thought) {
      facts.push([grouped(thought.expansions), words.answer.expansions, "expansions"]);
      facts.push([grouped(thought.nodes), words.answer.probeNodes, "probeNodes"]);
      facts.push([fixed(thought.seconds, thought.seconds < 1 ? 2 : 1), words.answer.seconds, null]);
      facts.push([grouped(thought.positions), words.answer.positions, null]);
    } else if (standing) {
      facts.push([grouped(Math.max(frames?.length ?? 0, standing.expansions)), words.answer.expansions, "expansions"]);
      facts.push([grouped(standing.nodes), words.answer.probeNodes, "probeNodes"]);
      facts.push([fixed(standing.seconds, 1), words.answer.seconds, null]);
    }
    place.replaceChildren(...facts.map(([number, what, hint]) => el("div", {}, el("dt", {}, el("span", hint ? hinted(hint) : {}, what)), el("dd", {}, number))));
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
        if (heading) elements.push(el("h3", {}, heading()));
        paragraph = el("p", { class: isLead ? "lead" : null, lang: "en" });
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
    const text = inUnits(sentence.text, this.app.speaker);
    if (!evidence) return el("span", {}, text);
    const span = el("span", { class: "sentence", role: "button", tabindex: 0, title: words.answer.backing }, text);
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
const EXAMPLES: ["exampleQueen" | "exampleQuiet" | "examplePawns", string][] = [
  ["exampleQueen", "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1"],
  ["exampleQuiet", "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 b - - 0 9"],
  ["examplePawns", "8/ppp5/8/PPP5/8/8/7k/5K2 w - - 0 1"],
];

function welcome(isRecorded: boolean): HTMLElement[] {
  const examples = EXAMPLES.map(([name, fen]) => button(words.answer[name], {}, () => dispatchEvent(new CustomEvent("bstar:example", { detail: fen }))));
  return [
    el("p", { class: "lead welcome" }, words.answer.welcome),
    el("div", { class: "row examples", hidden: isRecorded }, words.answer.try, ...examples),
    el("p", {}, words.answer.about),
  ];
}
