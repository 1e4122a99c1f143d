// The objects the program writes, one a line: docs/json.md describes them.

/** Ten-thousandths of expected score for the side to move in the position searched. It has bounds
 * if it is not known exactly. */
export type Value = number | { min: number; max: number };

export type Side = "white" | "black";

export interface Evidence {
  path: string[];
  key: string | null;
  claim: string | null;
  null_move?: boolean;
  line?: string[];
  line_san?: string;
}

export interface Sentence {
  text: string;
  paragraph: number;
  about: string;
  kind: string;
  move: string | null;
  evidence: Evidence[];
}

export interface Thought {
  type: "thought";
  fen: string;
  side: Side;
  root: string;
  outcome: string | null;
  best: string | null;
  best_san: string | null;
  reason: string | null;
  pess: Value | null;
  real: Value | null;
  opt: Value | null;
  line: string[];
  line_san: string;
  expansions: number;
  positions: number;
  probes: number;
  probe_depth: number;
  nodes: number;
  seconds: number;
  sentences?: Sentence[];
}

export interface Scale {
  type: "scale";
  centipawns: number[];
  points: number[];
}

export interface Candidate {
  type: "move";
  move: string;
  san: string;
  key: string;
  pess: Value | null;
  real: Value;
  opt: Value | null;
  score: { cp?: number; mate?: number } | null;
  certain: "win" | "draw" | "loss" | null;
  overtakes: number | null;
  spent: number;
  tested: number;
  answer: string | null;
  answer_san: string | null;
  line: string[];
}

export interface NodeLine {
  type: "node";
  key: string;
  parents: { key: string; move: string; san: string }[];
  side: Side;
  real: Value;
  settled: boolean;
  repeats: boolean;
  line: string[];
  threat: string[];
}

export interface Frame {
  type: "frame";
  frame: number;
  nodes: number;
  phase: "select" | "verify";
  target: number | null;
  selected: string | null;
  best: string | null;
  path: string[];
  n: number | null;
  moves: [number, string, string, string][];
  values: [number, Value | null, Value, Value | null][];
  happened: string[];
}

export interface Standing {
  type: "standing";
  seconds: number;
  text: string;
  best: string | null;
  phase: "root" | "select" | "verify";
  target: number | null;
  expansions: number;
  nodes: number;
  moves: { move: string; san: string; pess: Value | null; real: Value; opt: Value | null }[];
}

export interface Comparison {
  type: "comparison";
  move: string;
  san: string;
  best: string;
  best_san: string;
  pess: Value | null;
  real: Value;
  opt: Value | null;
  spent: number;
  line: string[];
  sentences?: Sentence[];
}

export interface Accepted {
  type: "accepted";
  search: string;
  running: number;
  cores: number;
  seconds: number;
}

export type Line =
  | Thought
  | Scale
  | Candidate
  | NodeLine
  | Frame
  | Standing
  | Comparison
  | Accepted
  | { type: "anew" }
  | { type: "event" };

export function read(text: string): Line[] {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as Line);
}
