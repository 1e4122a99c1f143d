// Made by `cargo run -p bstar-wire` from the types of the program. Not to be edited by hand.

/** What a visitor is told when their search is accepted. */
export interface Accepted {
  type: "accepted";
  schema: 2;
  /** The name of the search. */
  search: string;
  /** How many searches are running, this one included. */
  running: number;
  /** How many cores there are. */
  cores: number;
  /** How long the search may take; where a game is judged, how long that of each position. */
  seconds: number;
  /** How many threads search. */
  threads: number;
  /** Whether it goes on where the search that was named ended, with what that had learned. */
  continues: boolean;
}

/** How a search stands, and since when it runs. */
export interface Standing {
  type: "standing";
  schema: 2;
  /** How long the search has run. */
  seconds: number;
  /** How it stands, in a sentence or two. */
  text: string;
  /** The best move so far, or `null`. */
  best: string | null;
  /** The part of the search. */
  phase: StandingPhase;
  /** The target, or `null`. */
  target: number | null;
  /** How many expansions were made. */
  expansions: number;
  /** The nodes of all probes. */
  nodes: number;
  /** How deep the probes are, in half moves. */
  probe_depth: number;
  /** The root moves, the best first, and those of which nothing but a bound is known last. */
  moves: MoveStanding[];
}

/** Where a search stands. */
export type StandingPhase = "root" | "select" | "verify";

/** How one root move stands. */
export interface MoveStanding {
  /** The move. */
  move: string;
  /** The same in SAN. */
  san: string;
  /** Its value at the least; `null` if that was not asked for. */
  pess: Value | null;
  /** Its likely value. */
  real: Value;
  /** Its value at the most; `null` if that was not asked for. */
  opt: Value | null;
}

/**
 * A value in ten-thousandths of expected score for the side to move in the position searched: 10000
 * is a win, 5000 a draw, 0 a loss. The search asks only for what it needs, so most values are known
 * only within bounds. `{"min": 0, "max": 4300}` is at most 4300, `{"min": 4300, "max": 10000}` at
 * least 4300, `{"min": 0, "max": 10000}` anything.
 */
export type Value = number | { min: number; max: number };

/** The frames begin again from the first: another tree has taken the place of theirs. */
export interface Anew {
  type: "anew";
  schema: 2;
}

/** The search as a whole. */
export interface Thought {
  type: "thought";
  schema: 2;
  /** The position. */
  fen: string;
  /** The key of the position. */
  root: string;
  /** The side to move in it. */
  side: SideName;
  /** How the game has ended, for people; `null` if it has not. */
  outcome: string | null;
  /** The name of the last position that has one; `null` if none has. */
  opening: OpeningName | null;
  /**
   * The number of the half move, from 1, that left the known paths for good; `null` if none did, or
   * if the game was never on them.
   */
  opening_left_at: number | null;
  /** The chosen move; `null` if there is none. */
  best: string | null;
  /** The same in SAN. */
  best_san: string | null;
  /** Why the search ended; `null` if there was nothing to search. */
  reason: ReasonName | null;
  /** What the move is worth at the least; `null` if that was not asked for. */
  pess: Value | null;
  /** What it is likely worth. */
  real: Value | null;
  /** What it is worth at the most; `null` if that was not asked for. */
  opt: Value | null;
  /**
   * How sure the choice is; `null` where no deep search of all moves of the root made it, with
   * 20,000 nodes at least, and where the value is no estimate.
   */
  how_sure: HowSure | null;
  /**
   * What endgame tables know; `null` if they do not know every move of the position. Then nothing
   * is estimated.
   */
  known: Known | null;
  /** The line of best play. */
  line: string[];
  /** The same in SAN, with the numbers of the moves. */
  line_san: string;
  /** How many of its moves are in the tree; the rest are from a probe. */
  line_in_tree: number;
  /** How many expansions were made. */
  expansions: number;
  /**
   * How many events, the first ones, were forgotten because memory was short. What is told begins
   * after them, and so do the numbers of jobs.
   */
  forgotten_events: number;
  /** How many positions the tree holds. */
  positions: number;
  /** How many probes were made. */
  probes: number;
  /** How deep they were, in half moves. */
  probe_depth: number;
  /**
   * How deep the search of the root went from which the tree grew, in half moves; `null` if there
   * was none.
   */
  root_search_depth: number | null;
  /** The nodes of all searches of the root. */
  root_search_nodes: number;
  /** How settled the first of them was at its end; `null` if there was none. */
  root_stability: RootStability | null;
  /** The nodes of all probes, those of the root included. */
  nodes: number;
  /** The nodes of the largest probe. */
  largest_probe: number;
  /** How long the search took. */
  seconds: number;
  /** Whether the search ended by itself, before its effort was used up. */
  ended_early: boolean;
  /**
   * What the vocabulary of quiet chess finds in the chosen move, the weightiest first, and why some
   * of it is not told.
   */
  ideas: Idea[];
  /** What `bstar explain` says in words, sentence by sentence, each with what backs it. */
  sentences: Sentence[];
}

/** A side. */
export type SideName = "white" | "black";

/** The name of an opening, and where in the game it was reached. */
export interface OpeningName {
  /** The code in the Encyclopaedia of Chess Openings, `A00` to `E99`. */
  eco: string;
  /** The name, in English. */
  name: string;
  /** After how many half moves of the game the position with this name stood on the board. */
  ply: number;
}

/** Why a search ended. */
export type ReasonName = "verified" | "settled" | "effort-spent" | "forced" | "memory-full";

/** How sure the choice of a search is. */
export interface HowSure {
  /** The chance that another move is better by more than a point of a hundred, 0 to 1. */
  better: number;
  /** The other move that comes nearest; `null` if none was weighed. */
  nearest: string | null;
  /**
   * Where a much longer search puts the value of the chosen move, nine times out of ten: the lower
   * and the upper end, in ten-thousandths. It was learned from searches of up to 1,000,000 nodes,
   * judged with 5,000,000; after more nodes it is no narrower. `null` if no other move was weighed.
   */
  interval: [number, number] | null;
}

/** What endgame tables know of the position. */
export interface Known {
  /** How the game ends for the side to move, with best play. */
  outcome: Certainty;
  /**
   * The moves to mate of the side that wins; `null` in a draw, and where the tables do not tell.
   * With Syzygy's tables it is known only where a bare king faces pieces, and may then be one too
   * many.
   */
  moves_to_mate: number | null;
  /** The half moves to mate; `null` in a draw, and where the tables do not tell. */
  plies_to_mate: number | null;
  /**
   * The half moves to the next capture or pawn move that keeps the win, or to mate; `null` in a
   * draw, and where the tables do not tell. Syzygy's may be one too many.
   */
  plies_to_zeroing: number | null;
  /** All moves, the best first. */
  moves: TableMove[];
}

/** A result that is certain, as the side to move at the root sees it. */
export type Certainty = "win" | "draw" | "loss";

/** A move as endgame tables know it. */
export interface TableMove {
  /** The move. */
  move: string;
  /** The same in SAN. */
  san: string;
  /** How the game then ends for the side that makes it. */
  outcome: Certainty;
  /**
   * The moves to mate of the side that wins; `null` in a draw, and where the tables do not tell.
   * With Syzygy's tables it is known only where a bare king faces pieces, and may then be one too
   * many.
   */
  moves_to_mate: number | null;
  /** The half moves to mate; `null` in a draw, and where the tables do not tell. */
  plies_to_mate: number | null;
  /**
   * The half moves to the next capture or pawn move that keeps the win, or to mate; `null` in a
   * draw, and where the tables do not tell. Syzygy's may be one too many.
   */
  plies_to_zeroing: number | null;
  /** Whether it captures something or moves a pawn. */
  zeroing: boolean;
}

/** How settled a search of the root was at its end. */
export interface RootStability {
  /** Iterations in a row that ended with the same best move, after the first of them. */
  unchanged: number;
  /** The share of the nodes that were spent below the best move, 0 to 1. */
  share_of_best: number;
  /** How much the value changed in the last two iterations, in ten-thousandths. */
  swing: number;
}

/** An idea about a move, and how it was weighed. */
export interface Idea {
  /** The kind of its claim. */
  kind: string;
  /** The words. */
  text: string;
  /** All together: what the concept usually weighs, times contrast, lasting and worth. */
  weight: number;
  /** From 0, where every other move has it too, to 1, where none has. */
  contrast: number;
  /** Whether it still holds after a few moves of best play. */
  lasting: boolean;
  /**
   * What the evaluation thinks of the place the man went to, in ten-thousandths of expected score;
   * `null` if it is not about a place.
   */
  worth: number | null;
  /** Why it is not told; `null` if it is. */
  left_out: LeftOut | null;
}

/** Why an idea is not told. */
export type LeftOut = "too-light" | "repeats" | "no-room";

/** A sentence. */
export interface Sentence {
  /** The words. */
  text: string;
  /** The number of its paragraph, from 0. */
  paragraph: number;
  /** What it is about. */
  about: Topic;
  /**
   * The kind of its first claim; `told` if it only tells what the search did and reckons, or what
   * an opening is called.
   */
  kind: string;
  /** The root move it is about, or `null`. */
  move: string | null;
  /** The claims it makes, then the nodes whose values it quotes. */
  evidence: Evidence[];
}

/** What a sentence is about. */
export type Topic = "opening" | "rules" | "known" | "best" | "line" | "rivals" | "compared" | "test" | "given-up" | "stop" | "effort" | "asked";

/**
 * A node that a sentence rests on, or a claim it makes. Fields a claim does not have are left out.
 */
export interface Evidence {
  /** The moves from the position searched; empty for that position itself. */
  path: string[];
  /**
   * The key of the node there. It is `null` if the tree does not have it: then the rest of the path
   * comes from a short search. In a `comparison` with `searched_further` the tree is that of the
   * second search, which is not written.
   */
  key: string | null;
  /**
   * The kind of the claim; `null` for a node that is only quoted. The other fields are those of a
   * claim.
   */
  claim: string | null;
  /** To whose credit the claim is. The opponent is the other side. */
  side?: SideName;
  /**
   * Whether the side to move after the path passes before the line. What follows then is a threat.
   */
  null_move?: boolean;
  /** What follows from there; empty for what one sees on the board. */
  line?: string[];
  /** The same in SAN, with the numbers of the moves. */
  line_san?: string;
  /** In how many moves there is mate. */
  moves?: number;
  /** What is gained. */
  gains?: Gains;
  /** The square of the man it is about. */
  square?: string;
  /** The square of the man that does it. */
  by?: string;
  /** The squares of the men attacked. */
  targets?: string[];
  /** The squares that a word of the vocabulary is about (docs/words.md). */
  squares?: string[];
  /** The square of the man behind. */
  behind?: string;
  /** The move that stops it. */
  stopped_by?: string;
  /** The kind of the man. */
  piece?: string;
  /** How the game is drawn, for people. */
  outcome?: string;
}

/** How many men of each kind a side is better off. */
export interface Gains {
  /** How many pawns. */
  pawns: number;
  /** How many knights. */
  knights: number;
  /** How many bishops. */
  bishops: number;
  /** How many rooks. */
  rooks: number;
  /** How many queens. */
  queens: number;
}

/**
 * Scores in centipawns, and what each is worth in ten-thousandths of expected score. The numbers
 * hold for positions with as much material as this one. Between two scores the values are in
 * proportion.
 */
export interface Scale {
  type: "scale";
  schema: 2;
  /** Scores in centipawns, rising. */
  centipawns: number[];
  /** What each is worth in ten-thousandths of expected score, rising too. */
  points: number[];
}

/** A root move. */
export interface Candidate {
  type: "move";
  schema: 2;
  /** The move. */
  move: string;
  /** The same in SAN. */
  san: string;
  /** The key of the position after it. */
  key: string;
  /** Its value at the least; `null` if that was not asked for. */
  pess: Value | null;
  /** Its likely value. */
  real: Value;
  /** Its value at the most; `null` if that was not asked for. */
  opt: Value | null;
  /** The likely value by the first probe. */
  first_real: Value;
  /** The value at the most by the first probe; `null` if that was not asked for. */
  first_opt: Value | null;
  /** What it is worth as engines count; `null` if that is not known. */
  score: Score | null;
  /** Its result if that is certain, else `null`. */
  certain: Certainty | null;
  /**
   * The probability of overtaking the best move, as in `comparison`; `null` for the best itself,
   * and if `opt` was not asked for.
   */
  overtakes: number | null;
  /** Expansions at or below it. */
  spent: number;
  /** Those of them in which VERIFY tried a reply to it. */
  tested: number;
  /** The reply that holds it to what it is likely worth, or `null`. */
  answer: string | null;
  /** The same in SAN. */
  answer_san: string | null;
  /** The line of best play that begins with it. */
  line: string[];
}

/** A score as engines count: `{"cp": 35}` or `{"mate": 3}`. */
export type Score = { cp: number } | { mate: number };

/** A position of the tree. */
export interface Node {
  type: "node";
  schema: 2;
  /** The key of the position, which is its name. */
  key: string;
  /** The moves that lead to it. */
  parents: Edge[];
  /** The side to move in it. */
  side: SideName;
  /** Its value at the least; `null` if that was not asked for, or if nothing is known of it yet. */
  pess: Value | null;
  /** Its likely value. */
  real: Value;
  /** Its value at the most; `null` like `pess`. */
  opt: Value | null;
  /** What is certain about its value. */
  proven: Value;
  /** Whether its result is certain. */
  settled: boolean;
  /** Whether its moves are known. */
  expanded: boolean;
  /** Moves from the root, by the shortest way. */
  distance: number;
  /** Expansions at or below it, on the way they were made. */
  attention: number;
  /** Whether positions that follow from it lead back to it. */
  repeats: boolean;
  /**
   * What the probe thought would follow. It is empty if that was forgotten because memory was
   * short. Where `real` is known only within bounds it is a line that shows the bound.
   */
  line: string[];
  /** What would follow if the side to move passed; empty if that was not asked for. */
  threat: string[];
  /**
   * How that is a threat, in the sense of the sentences: `threatens-mate`, `threatens-queen` or
   * `threatens-material`. `null` if it is only what would follow.
   */
  threatens: string | null;
  /** How deep it was probed, in half moves; `null` for the root, or if that was forgotten. */
  probe_depth: number | null;
}

/** A move to a position. */
export interface Edge {
  /** The key of the position before the move. */
  key: string;
  /** The move. */
  move: string;
  /** The same in SAN. */
  san: string;
}

/** Something that happened. Fields that an event does not have are left out. */
export interface Event {
  type: "event";
  schema: 2;
  /** What happened. */
  event: EventName;
  /** The nodes of probes up to then. */
  nodes: number;
  /** The move it is about. */
  move?: string;
  /** The same in SAN. */
  san?: string;
  /** The number of the job, from 1. */
  job?: number;
  /** What the job is for. */
  purpose?: PurposeName;
  /** The part of the search in which it was handed out. */
  phase?: PhaseName;
  /** The way to the position of the job. */
  path?: string[];
  /** The key of the position. */
  key?: string;
  /** The target. */
  target?: number;
  /** The likely value of the move. */
  real?: Value;
  /** Why the search or SELECT ended. */
  why?: Why;
  /** Whether it is another move than before. */
  other?: boolean;
  /** Whether the job came back after its part of the search. */
  late?: boolean;
  /** How many positions. */
  positions?: number;
  /** How many positions forgot their moves. */
  folded?: number;
  /** How many positions were freed. */
  freed?: number;
}

/** What happened, and the fields that an event of this name has besides `nodes`. */
export type EventName = "select-began" | "aimed" | "select-ended" | "verify-began" | "refuted" | "handed-out" | "completed" | "abandoned" | "repeats" | "folded" | "advanced" | "new-best" | "new-reply" | "done";

/** What a job is for. */
export type PurposeName = "expand" | "bounds" | "sharpen";

/** A part of the search. */
export type PhaseName = "select" | "verify";

/** Why the search or SELECT ended. */
export type Why = ReasonName | SelectedName;

/** Why SELECT ended. */
export type SelectedName = "separated" | "no-contender" | "same-leaf" | "exhausted" | "effort-spent";

/** What one expansion added to a tree, and all that changed in it before the next. */
export interface Frame {
  type: "frame";
  schema: 2;
  /** Its number, from 1. */
  frame: number;
  /** The nodes of probes up to then. */
  nodes: number;
  /** The part of the search. */
  phase: PhaseName;
  /** The target at the end of the frame, or `null`. */
  target: number | null;
  /** The move that was put to the test then, or `null`. */
  selected: string | null;
  /** The best root move at the end of the frame, or `null`. */
  best: string | null;
  /** The way to the position that was expanded. */
  path: string[];
  /** The number of that position. Positions are numbered as they are met; the root is 0. */
  n: number | null;
  /**
   * The moves of the position. A number that is one higher than all before it is a new position,
   * any other a transposition.
   */
  moves: FrameMove[];
  /**
   * The positions whose values are others than before. In trees of more than 4,000 positions only
   * some frames have any.
   */
  values: NodeValues[];
  /**
   * What happened: `select-began`, `select-ended`, `verify-began`, `refuted`, `new-best` (only if
   * it is another move), `new-reply`, `folded` or `done`.
   */
  happened: EventName[];
}

/** A move of the position that was expanded. */
export type FrameMove = [number, string, string, string];

/** The values of a position from now on: its number, `pess`, `real` and `opt`. */
export type NodeValues = [number, Value | null, Value, Value | null];

/** A move beside the one that was chosen. */
export interface Comparison {
  type: "comparison";
  schema: 2;
  /** The move asked about. */
  move: string;
  /** The same in SAN. */
  san: string;
  /** The best move of the search that the values come from. */
  best: string;
  /** The same in SAN. */
  best_san: string;
  /** Its value at the least; `null` if that was not asked for. */
  pess: Value | null;
  /** Its likely value. */
  real: Value;
  /** Its value at the most; `null` if that was not asked for. */
  opt: Value | null;
  /** The likely value of the best. */
  best_real: Value;
  /**
   * The probability of reaching the mark, 0 to 1; `null` for the best itself, and if `opt` was not
   * asked for. Where values are known only within bounds it is the least they allow.
   */
  overtakes: number | null;
  /**
   * What the move would have to reach to overtake the best clearly: half-way from the best's `real`
   * to the second-highest `opt` of all moves. It is `null` if no other move can hope for more than
   * the best is worth.
   */
  mark: number | null;
  /** Expansions at or below it. */
  spent: number;
  /** The line of best play after it. */
  line: string[];
  /** The same in SAN, with the numbers of the moves. */
  line_san: string;
  /**
   * Whether the first search never expanded the move, so that all this comes from a second one,
   * with the two moves only.
   */
  searched_further: boolean;
  /** The answer in words, like those about the chosen move. */
  sentences: Sentence[];
}

/** A position that was checked. */
export interface Position {
  type: "position";
  schema: 2;
  /** The position as the program writes it. */
  fen: string;
  /** The side to move. */
  side: SideName;
  /** How the game has ended, for people; `null` if it has not. */
  outcome: string | null;
  /** The name of the last position that has one; `null` if none has. */
  opening: OpeningName | null;
  /**
   * The number of the half move, from 1, that left the known paths for good; `null` if none did, or
   * if the game was never on them.
   */
  opening_left_at: number | null;
}

/** The games of a file. */
export interface Games {
  type: "games";
  schema: 2;
  /** As many as may be shown. */
  games: ReadGame[];
  /** How many more there are. */
  left_out: number;
}

/** A game of the file. */
export interface ReadGame {
  /** The tags of the game, each a name and a value. */
  tags: [string, string][];
  /** Where it began. */
  fen: string;
  /** Its moves. */
  moves: string[];
  /** The same in SAN. */
  san: string[];
  /** `1-0`, `0-1`, `1/2-1/2` or `*`. */
  result: string;
  /** What the file says about its moves. */
  notes: MoveNote[];
}

/** What a file says about a move. Most have none; fields without content are left out. */
export interface MoveNote {
  /** How many moves of the line come before it. */
  ply: number;
  /** A comment before the move. */
  before?: string;
  /** A comment after it. */
  comment?: string;
  /** Its numeric annotation glyphs: 1 is `!`, 2 is `?` and so on. */
  nags?: number[];
  /** Lines that were possible instead of it. */
  variations?: SideLine[];
}

/** A line that was possible instead of a move. */
export interface SideLine {
  /** Its moves. */
  moves: string[];
  /** What the file says about them. */
  notes?: MoveNote[];
}

/** A move that was played at a level. */
export interface PlayedMove {
  type: "played";
  schema: 2;
  /** The move. */
  move: string;
  /** The same in SAN. */
  san: string;
}

/** How busy the server is. */
export interface Status {
  type: "status";
  schema: 2;
  /** The version of the program. */
  version: string;
  /** How many cores the searches share. */
  cores: number;
  /** How many searches there are now. */
  running: number;
}

/** Why a request cannot be met. */
export interface Problem {
  type: "problem";
  schema: 2;
  /** The status of the answer. */
  status: number;
  /** Why a request cannot be met, for people. */
  message: string;
}

/** A request for a search. */
export interface SearchRequest {
  /** Where the game began; the start position if left out. */
  fen?: string | null;
  /** The moves since, `e2e4` or `e4`. Repetitions count only if they are told. */
  moves?: string[];
  /** By the clock on the wall: where many ask, each search thinks less, and none takes longer. */
  seconds?: number | null;
  /** Search this many nodes, and no longer than `seconds`, which is then as long as it may be. */
  nodes?: number | null;
  /**
   * What about this move? It is put beside the best one. If `continues` names a search that the
   * server still has, that one is not made again.
   */
  move?: string | null;
  /**
   * How many threads shall search, 1 if left out. There may be fewer where others search too;
   * `accepted` says how many there are.
   */
  threads?: number | null;
  /**
   * The name of a search of the same position that has ended. What it learned is used, if the
   * server still has it.
   */
  continues?: string | null;
}

/** A search to be stopped. */
export interface StopRequest {
  /** The name that `accepted` gave the search. */
  search: string;
}

/** A game to be judged. */
export interface JudgeRequest {
  /** One game as PGN, of 300 moves at most. */
  pgn: string;
  /** How long each position is searched. Doubtful ones are searched again, five times as long. */
  seconds?: number | null;
  /** What was found out before, if this was asked before. It is not searched again. */
  known?: Finding[];
}

/** A finding for programs. Of the last three fields it has one. */
export interface Finding {
  /** How many half moves lead to the position it is about, or to the one before the move. */
  ply: number;
  /** What a search of the position found. */
  position?: FoundPosition;
  /** Whether the move is the only good one. */
  only?: boolean;
  /** Why the move is a turning point. */
  turning?: Turning;
}

/** What a search of a position of the game found. */
export interface FoundPosition {
  /** The score for the side to move; left out if the game is over there. */
  score?: Score;
  /** What the side to move can expect, in ten-thousandths of expected score. */
  expected: number;
  /** How the search would go on. */
  line: string[];
  /** Whether it was searched a second time, with more effort. */
  confirmed: boolean;
}

/** A turning point in words. */
export interface Turning {
  /** Whether the words say what the opponent gets out of the move. */
  refuted: boolean;
  /** `true` if endgame tables know that the move throws a win or a draw away; else left out. */
  known?: boolean;
  /** What is wrong with the move. */
  faults: string[];
  /** What the better move does. */
  merits: string[];
  /** What should have been played. */
  line: string[];
}

/** A request for a move at a level. */
export interface MoveRequest {
  /** Where the game began; the start position if left out. */
  fen?: string | null;
  /** The moves since, `e2e4` or `e4`. */
  moves?: string[];
  /** About how well the move shall be played. */
  elo: number;
}

/** A position that somebody wants checked. */
export interface PositionRequest {
  /** Where the game began; the start position if left out. */
  fen?: string | null;
  /** The moves since, `e2e4` or `e4`. */
  moves?: string[];
}

/** A file of games. */
export interface GamesRequest {
  /** Games as PGN. */
  pgn: string;
}

/** A finding for programs. Of the last three fields it has one. */
export interface Found {
  type: "finding";
  schema: 2;
  /** How many half moves lead to the position it is about, or to the one before the move. */
  ply: number;
  /** What a search of the position found. */
  position?: FoundPosition;
  /** Whether the move is the only good one. */
  only?: boolean;
  /** Why the move is a turning point. */
  turning?: Turning;
}

/** A game that was searched move by move. */
export interface AnalysedGame {
  type: "game";
  schema: 2;
  /** Its number in the file, from 1. */
  game: number;
  /** Its tags, without `Result`, `FEN` and `SetUp`. */
  tags: Record<string, string>;
  /** `1-0`, `0-1`, `1/2-1/2` or `*`. */
  result: string;
  /** Where it began. */
  fen: string;
  /** The name of the last position that has one; `null` if none has. */
  opening: OpeningName | null;
  /**
   * The number of the half move, from 1, that left the known paths for good; `null` if none did, or
   * if the game was never on them.
   */
  opening_left_at: number | null;
  /** Its moves. */
  moves: AnalysedMove[];
}

/** A move of the game. */
export interface AnalysedMove {
  /** The number of the move. */
  number: number;
  /** The side that made it. */
  side: SideName;
  /** The move. */
  move: string;
  /** The same in SAN. */
  san: string;
  /**
   * The score after it, for White, also when Black is to move; `null` if that is the end of the
   * game.
   */
  eval_white: Score | null;
  /**
   * What its player could expect before it, in ten-thousandths of expected score: 10000 is a win,
   * 5000 a draw.
   */
  before: number;
  /** The same after it. */
  after: number;
  /** What the search would have played. */
  best: string | null;
  /** The same in SAN. */
  best_san: string | null;
  /** What the move deserves; `null` for most. */
  mark: Mark | null;
  /** The glyph of the mark: 1, 6, 2, 4; `null` for most. */
  nag: number | null;
  /** Why it is a turning point; `null` if it is none. */
  explanation: Explanation | null;
}

/** The mark that stands beside a move. */
export type Mark = "only" | "dubious" | "mistake" | "blunder";

/** A turning point. */
export interface Explanation {
  /** The comment in words. */
  text: string;
  /** Whether the words say what the opponent gets out of the move. */
  refuted: boolean;
  /** `true` if endgame tables know that the move throws a win or a draw away; else left out. */
  known?: boolean;
  /** What is wrong with the move. */
  faults: string[];
  /** What the better move does. */
  merits: string[];
  /** What should have been played. */
  line: string[];
  /** The line in SAN, with the numbers of the moves. */
  line_san: string;
  /**
   * The answer to "what about this move?", sentence by sentence with what backs them, as `bstar
   * explain --move` gives it.
   */
  sentences: Sentence[];
}

/** The game with everything that was found out, as `bstar analyse` writes it. */
export interface Annotated {
  type: "annotated";
  schema: 2;
  /** The game as PGN. */
  pgn: string;
}

/** A line of the stream. */
export type Line =
  | Accepted
  | Standing
  | Anew
  | Thought
  | Scale
  | Candidate
  | Node
  | Event
  | Frame
  | Comparison;

/** A line of the stream while a game is judged. */
export type JudgeLine =
  | Accepted
  | Found
  | AnalysedGame
  | Annotated;
