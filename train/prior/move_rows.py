"""Which rows of weights a move has, one move after the other. docs/prior.md defines them.

A move is weighed by three rows, which are added up: one by its squares, one by the man and the
square it reaches, one by what it does. All follow from the features of the position and the number
of the move. This is the reference, slow and plain; device_rows.py finds the same rows quickly.
"""

INPUTS, MOVES = 3072, 3760
NO_FEATURE, NO_MOVE = INPUTS, -1
PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(6)

# The moves from here on lose material.
FIRST_LOSING = MOVES // 2
BY_MAN = MOVES
BY_DEED = BY_MAN + 2 * 6 * 64
MOVE_ROWS = BY_DEED + 6 * 6 * 2 * 4 * 2


def ways():
    """The square it leaves, the square it reaches, and the man it promotes to or None: of each number below FIRST_LOSING."""
    found = [(origin, target, None) for origin in range(64) for target in range(64) if attacks(KNIGHT, origin, target, ()) or attacks(QUEEN, origin, target, ())]
    for promoted in (KNIGHT, BISHOP, ROOK, QUEEN):
        found += [(48 + file, 56 + target, promoted) for file in range(8) for target in range(8) if abs(file - target) <= 1]
    return found


def attacks(kind, origin, target, occupied):
    """Whether a man of the mover on one square attacks the other square. Kings are never asked for."""
    across, up = target % 8 - origin % 8, target // 8 - origin // 8
    if kind == PAWN:
        return up == 1 and abs(across) == 1
    if kind == KNIGHT:
        return {abs(across), abs(up)} == {1, 2}
    straight = (across == 0) != (up == 0) and kind in (ROOK, QUEEN)
    diagonal = abs(across) == abs(up) > 0 and kind in (BISHOP, QUEEN)
    if not (straight or diagonal):
        return False
    step = 8 * sign(up) + sign(across)
    return all(square not in occupied for square in range(origin + step, target, step))


def sign(number):
    return (number > 0) - (number < 0)


WAYS = ways()


def move_rows(features, moves):
    """The three rows of each of these moves of one position."""
    men = {}  # on each square: state, whose, kind
    for feature in features:
        if feature != NO_FEATURE:
            state, rest = divmod(feature, 768)
            man, square = divmod(rest, 64)
            men[square] = (state, *divmod(man, 6))
    king = next((square for square, (_, whose, kind) in men.items() if (whose, kind) == (1, KING)), None)
    rows = []
    for move in moves:
        loses, way = divmod(move, FIRST_LOSING)
        origin, target, promoted = WAYS[way]
        # Only in made-up lessons there may be nobody to move, or no king.
        state, _, kind = men.get(origin, (0, 0, PAWN))
        _, whose, taken = men.get(target, (0, 0, PAWN))
        captured = min(taken + 1, 5) if whose == 1 else 0
        moved = kind if promoted is None else promoted
        check = king is not None and moved != KING and attacks(moved, target, king, men.keys() - {origin})
        deed = ((kind * 6 + captured) * 2 + loses) * 8 + state * 2 + check
        rows.append((move, BY_MAN + loses * 384 + kind * 64 + target, BY_DEED + deed))
    return rows
