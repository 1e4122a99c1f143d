// The game as PGN, with tags, side lines and comments.

import { makeSan } from "chessops/san";
import * as chess from "./chess";
import type { GameMove } from "./gametree";
import type { Study } from "./study";

const FIRST_TAGS = ["Event", "Site", "Date", "Round", "White", "Black"];
const MAX_COLUMNS = 80;

/** The game as a file has it. */
export function write(study: Study): string {
  const given = new Map(study.tags);
  const tags: [string, string][] = FIRST_TAGS.map((name) => [name, given.get(name) ?? (name === "Date" ? "????.??.??" : "?")]);
  tags.push(["Result", study.result]);
  if (study.fen !== chess.INITIAL_FEN) tags.push(["SetUp", "1"], ["FEN", study.fen]);
  const special = [...FIRST_TAGS, "Result", "SetUp", "FEN"];
  tags.push(...study.tags.filter(([name]) => !special.includes(name)));
  const head = tags.map(([name, value]) => `[${name} "${value.replace(/["\\]/g, "\\$&")}"]\n`).join("");
  return `${head}\n${wrapped([...told(study.roots, study.start), study.result])}\n`;
}

/** The moves alone, for an address. */
export function short(study: Study): string {
  const wanted = study.tags.filter(([name, value]) => ["White", "Black", "Event", "Date"].includes(name) && !/^[?.]*$/.test(value));
  if (study.fen !== chess.INITIAL_FEN) wanted.push(["FEN", study.fen]);
  if (study.result !== "*") wanted.push(["Result", study.result]);
  const head = wanted.map(([name, value]) => `[${name} "${value.replace(/["\\]/g, "\\$&")}"]`);
  return [...head, ...told(study.roots, study.start), study.result].join(" ");
}

/** The words of some lines that begin in the same position, the main one first. */
function told(siblings: GameMove[], start: chess.Position): string[] {
  const words: string[] = [];
  const position = start.clone();
  let needsNumber = true;
  let at = siblings;
  while (at.length > 0) {
    const [node, ...others] = at;
    const legal = chess.legal(position, node.move);
    if (!legal) break;
    if (node.before) {
      words.push(comment(node.before));
      needsNumber = true;
    }
    words.push(...named(position, node, needsNumber));
    needsNumber = Boolean(node.comment) || others.length > 0;
    for (const other of others) words.push(...aside(other, position));
    position.play(legal);
    at = node.children;
  }
  return words;
}

function named(position: chess.Position, node: GameMove, needsNumber: boolean): string[] {
  const isWhite = position.turn === "white";
  const number = isWhite ? [`${position.fullmoves}.`] : needsNumber ? [`${position.fullmoves}...`] : [];
  const nags = (node.nags ?? []).map((nag) => `$${nag}`);
  return [...number, makeSan(position, chess.legal(position, node.move)!), ...nags, ...(node.comment ? [comment(node.comment)] : [])];
}

function aside(node: GameMove, position: chess.Position): string[] {
  const words = told([node], position);
  if (words.length === 0) return [];
  words[0] = `(${words[0]}`;
  words[words.length - 1] += ")";
  return words;
}

function comment(text: string): string {
  return `{${text.replace(/\}/g, ")").replace(/\s+/g, " ").trim()}}`;
}

function wrapped(words: string[]): string {
  let text = "";
  let column = 0;
  for (const word of words.flatMap((word) => word.split(" "))) {
    const isNew = column + word.length + 1 > MAX_COLUMNS;
    text += column === 0 ? word : isNew ? `\n${word}` : ` ${word}`;
    column = column === 0 || isNew ? word.length : column + 1 + word.length;
  }
  return text;
}

/** A game in a few words: the players, the event, the year. */
export function titleOf(tags: [string, string][]): string {
  const tag = (name: string) => tags.find(([known]) => known === name)?.[1].trim() ?? "";
  const players = [tag("White"), tag("Black")].map((name) => (name === "?" ? "" : name));
  const year = tag("Date").slice(0, 4).replace(/\?+/, "");
  const names = players.every(Boolean) ? players.join(" – ") : "";
  return [names, tag("Event").replace(/^\?$/, ""), year].filter(Boolean).join(", ");
}
