"""The games of a `bstar-lab datagen` file by their description in docs/datagen.md, replayed by another chess program."""

import struct
from dataclasses import dataclass

import chess


@dataclass
class Game:
    result: int  # 0 Black won, 1 draw, 2 White won
    plies: list  # (the position before the move, the move, White's score)


def unpacked(data):
    """All games of a file that has no flaw."""
    games, at = [], 0
    while at < len(data):
        occupied, men, side, clock, number, _, result, _ = struct.unpack_from("<Q16sBBHhBB", data, at)
        board = chess.Board(None)
        for place, square in enumerate(chess.SquareSet(occupied)):
            man = men[place // 2] >> 4 * (place % 2) & 15
            if man & 7 == 6:
                board.castling_rights |= chess.BB_SQUARES[square]
            board.set_piece_at(square, chess.Piece([1, 2, 3, 4, 5, 6, 4][man & 7], man < 8))
        board.turn = side < 128
        board.ep_square = None if side & 127 == 64 else side & 127
        board.halfmove_clock, board.fullmove_number = clock, number
        assert board.is_valid()
        plies, at = [], at + 32
        while any(data[at : at + 4]):
            bits, score = struct.unpack_from("<Hh", data, at)
            start, end, promotion, kind = bits & 63, bits >> 6 & 63, bits >> 12 & 3, bits >> 14
            if kind == 2:
                end = chess.square(6 if end > start else 2, chess.square_rank(start))
            move = chess.Move(start, end, promotion + 2 if kind == 3 else None)
            assert board.is_legal(move)
            assert kind == (3 if move.promotion else 2 if board.is_castling(move) else 1 if board.is_en_passant(move) else 0)
            plies.append((board.copy(stack=False), move, score))
            board.push(move)
            at += 4
        at += 4
        if board.is_checkmate():
            assert result == (0 if board.turn else 2)
        games.append(Game(result, plies))
    return games
