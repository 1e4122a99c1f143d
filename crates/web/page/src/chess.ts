// The rules, by chessops: positions after moves, legal moves, and how moves are written.

import { between } from "chessops/attacks";
import { Chess, castlingSide, normalizeMove } from "chessops/chess";
import { chessgroundDests } from "chessops/compat";
import { INITIAL_FEN, makeFen, parseFen } from "chessops/fen";
import { makeSan, parseSan } from "chessops/san";
import type { Move } from "chessops/types";
import { makeSquare, makeUci, parseUci, squareFile } from "chessops/util";
import type { Side } from "./lines";
import { words } from "./words";

export { INITIAL_FEN };

export type Position = Chess;

/** Reads a FEN; the reason as an error if it cannot be. */
export function position(fen: string): Position {
  return parseFen(fen)
    .chain((setup) => Chess.fromSetup(setup))
    .unwrap(
      (chess) => chess,
      (error) => {
        throw new Error(error.message);
      },
    );
}

/** Whether a FEN can be read. */
export function isPosition(fen: string): boolean {
  try {
    position(fen);
    return true;
  } catch {
    return false;
  }
}

/** The position after moves as the program writes them, as far as they are legal. */
export function after(start: Position, moves: string[]): Position {
  const chess = start.clone();
  for (const word of moves) {
    const move = legal(chess, word);
    if (!move) break;
    chess.play(move);
  }
  return chess;
}

export function legal(chess: Position, word: string): Move | null {
  const move = parseUci(word);
  if (!move) return null;
  const usual = normalizeMove(chess, move);
  return chess.isLegal(usual) ? usual : null;
}

/** Whether a piece stands where a move begins, and none between its squares. */
export function isWayFree(chess: Position, word: string): boolean {
  const move = parseUci(word);
  return move !== undefined && "from" in move && chess.board.occupied.has(move.from) && between(move.from, move.to).isDisjoint(chess.board.occupied);
}

/** Castling as chess programs write it: the king's step. */
export function uci(chess: Position, move: Move): string {
  const side = castlingSide(chess, move);
  if (side && "from" in move) {
    const rank = makeSquare(move.from)[1];
    const isUsual = squareFile(move.from) === 4;
    if (isUsual) return `${makeSquare(move.from)}${side === "h" ? "g" : "c"}${rank}`;
  }
  return makeUci(move);
}

/** The position after a pass: the other side is to move. Null in check. */
export function passed(chess: Position): Position | null {
  if (chess.isCheck()) return null;
  const setup = chess.toSetup();
  setup.turn = chess.turn === "white" ? "black" : "white";
  setup.epSquare = undefined;
  if (chess.turn === "black") setup.fullmoves += 1;
  return Chess.fromSetup(setup).unwrap(
    (other) => other,
    () => null,
  );
}

/** A line with its numbers, a word for each move (`1. e4 e5 2. Nf3`). And each move with a number
 * of its own. */
export function numbered(start: Position, moves: string[]): { move: string; text: string; alone: string }[] {
  const chess = start.clone();
  const words: { move: string; text: string; alone: string }[] = [];
  for (const [index, word] of moves.entries()) {
    const move = legal(chess, word);
    if (!move) break;
    const number = chess.turn === "white" ? `${chess.fullmoves}. ` : index === 0 ? `${chess.fullmoves}… ` : "";
    const alone = `${chess.fullmoves}${chess.turn === "white" ? "." : "…"} ${makeSan(chess, move)}`;
    words.push({ move: word, text: number + makeSan(chess, move), alone });
    chess.play(move);
  }
  return words;
}

/** A move as people write it, or as programs do. As it should be written it has precedence: `bxc3` is a pawn's move if there is one. */
export function understood(chess: Position, word: string): string | null {
  const text = word.trim();
  const move = parseSan(chess, text) ?? legal(chess, text.toLowerCase());
  if (move) return uci(chess, move);
  const alike = legalMoves(chess).filter(({ san }) => bare(san) === bare(text));
  return alike.length === 1 ? alike[0].move : null;
}

/** A move without what people leave out or write otherwise: capitals, the signs of captures, checks and promotions, zeros for castling. */
export function bare(san: string): string {
  return san.toLowerCase().replace(/0/g, "o").replace(/e\.?p\.?$/, "").replace(/[-x:×+#=()!?\s]/g, "");
}

export function san(chess: Position, word: string): string {
  const move = legal(chess, word);
  return move ? makeSan(chess, move) : word;
}

/** All legal moves, in both notations. */
export function legalMoves(chess: Position): { move: string; san: string }[] {
  const found: { move: string; san: string }[] = [];
  for (const [from, dests] of chess.allDests()) {
    for (const to of dests) {
      const isPromotion = chess.board.getRole(from) === "pawn" && (to >= 56 || to < 8);
      for (const promotion of isPromotion ? (["queen", "rook", "bishop", "knight"] as const) : [undefined]) {
        const move = { from, to, promotion };
        found.push({ move: uci(chess, move), san: makeSan(chess, move) });
      }
    }
  }
  return found.sort((a, b) => a.san.localeCompare(b.san));
}

export function dests(chess: Position) {
  return chessgroundDests(chess);
}

export function fen(chess: Position): string {
  return makeFen(chess.toSetup());
}

export function turn(chess: Position): Side {
  return chess.turn;
}

/** How a game has ended on the board, if it has. */
export function outcome(chess: Position, earlier: string[]): string | null {
  if (chess.isCheckmate()) return words.outcome.checkmate(chess.turn === "white" ? "black" : "white");
  if (chess.isStalemate()) return words.outcome.stalemate;
  if (chess.isInsufficientMaterial()) return words.outcome.material;
  const place = (text: string) => text.split(" ").slice(0, 4).join(" ");
  const now = place(fen(chess));
  if (earlier.filter((text) => place(text) === now).length >= 2) return words.outcome.repetition;
  if (chess.halfmoves >= 100) return words.outcome.fiftyMoves;
  return null;
}

/** Where everything stands, for visitors who cannot see it. */
export function described(chess: Position): string {
  const of = (side: Side) => {
    const men: string[] = [];
    for (const role of ["king", "queen", "rook", "bishop", "knight", "pawn"] as const) {
      const squares = [...chess.board.pieces(side, role)].map((square) => makeSquare(square));
      if (squares.length > 0) men.push(`${words.men(role, squares.length)} ${squares.join(" ")}`);
    }
    return men.join(", ");
  };
  return words.board.described(of("white"), of("black"), chess.turn, chess.isCheck());
}
