// The page's own words, apart from its code. English says which words there are: a language that
// lacks one, or has one too many, does not compile. The sentences of a search come from the server
// and are English whatever the page speaks.

import { de } from "./de";
import { en, type Words } from "./en";

export type { Role, Side } from "./kinds";
/** A word of ours that is explained. */
export type Hint = keyof Words["hints"];

const LANGUAGES = { en, de };

export type Language = keyof typeof LANGUAGES;

/** The words of the language that is spoken. */
export let words: Words = en;

/** Which one that is. */
export let language: Language = "en";

/** Speaks the language the visitor chose, else the first of the browser's that we have. */
export function speak(chosen: Language | null): void {
  const wished = [chosen ?? "", ...navigator.languages].map((tag) => tag.split("-")[0]);
  language = wished.find((tag): tag is Language => Object.hasOwn(LANGUAGES, tag)) ?? "en";
  words = LANGUAGES[language];
  document.documentElement.lang = language;
  dress();
}

/** Which attribute of index.html names the words of what. */
const PLACES = ["title", "aria-label"] as const;

/** Puts the words into index.html, which has only their names. */
function dress(): void {
  for (const element of document.querySelectorAll("[data-words]")) element.textContent = named(element.getAttribute("data-words")!);
  for (const place of PLACES) {
    for (const element of document.querySelectorAll(`[data-${place}]`)) element.setAttribute(place, named(element.getAttribute(`data-${place}`)!));
  }
  // A file with a recorded search has a title of its own.
  if (!document.getElementById("recorded")) document.title = words.page.title;
  for (const option of document.querySelectorAll<HTMLOptionElement>("#seconds option")) option.textContent = words.ask.seconds(Number(option.value));
  for (const option of document.querySelectorAll<HTMLOptionElement>("#judge-seconds option")) option.textContent = words.judged.seconds(Number(option.value));
  for (const option of document.querySelectorAll<HTMLOptionElement>("#level option")) {
    option.textContent = option.value === "" ? words.ask.fullStrength : words.ask.elo(Number(option.value));
  }
}

/** Words by a name such as `board.turn`. The build makes sure that index.html names no others. */
function named(name: string): string {
  const [part, word] = name.split(".");
  return (words as unknown as { [part: string]: { [word: string]: string } })[part][word];
}

/** A number with so many digits after the point, or the comma. */
export function fixed(value: number, digits: number): string {
  return value.toFixed(digits).replace(".", words.decimalPoint);
}

export function grouped(value: number): string {
  return value.toLocaleString(language);
}
