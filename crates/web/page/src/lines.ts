// The objects the program writes, one a line. wire.ts is made from the program's own types.

import type { Line } from "./wire";

export type {
  Accepted,
  Candidate,
  Comparison,
  Evidence,
  Frame,
  Line,
  Node as NodeLine,
  Scale,
  Sentence,
  SideName as Side,
  Standing,
  Thought,
  Value,
} from "./wire";

export function read(text: string): Line[] {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as Line);
}
