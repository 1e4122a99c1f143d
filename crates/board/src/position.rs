//! What stands on the board, and which moves are legal.

use arrayvec::ArrayVec;
use cozy_chess::{Board, BoardBuilder};
use thiserror::Error;

use crate::attacks;
use crate::types::{BitBoard, Color, File, Move, Piece, Rank, Square};

/// The legal moves of a position. No chess position has more than 218.
pub type MoveList = ArrayVec<Move, 218>;

/// A chess position: men, side to move, castling and en-passant rights, and the two counters.
///
/// Positions are always legal. Neither king can be captured, no pawn stands on a last rank, and
/// there are no rights that the men on the board rule out.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    board: Board,
}

/// The two ways of castling, named by the side of the board the king goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CastlingSide {
    /// Towards the h-file: the king ends on the g-file.
    Short,
    /// Towards the a-file: the king ends on the c-file.
    Long,
}

/// Why the turn cannot be handed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PassError {
    /// The side to move is in check. After a pass its king could be captured.
    #[error("the side to move is in check and cannot pass")]
    InCheck,
}

impl Default for Position {
    fn default() -> Self {
        Position::start()
    }
}

impl Position {
    /// The start position of chess.
    pub fn start() -> Self {
        Self::from_board(Board::startpos())
    }

    /// A start position of Chess960 by its Scharnagl number, 0 to 959. Number 518 is ordinary
    /// chess.
    pub fn chess960_start(number: u32) -> Option<Self> {
        (number < 960).then(|| Self::from_board(Board::chess960_startpos(number)))
    }

    /// A position without castling rights, with both counters at their beginning. With an
    /// en-passant square, the pawn in front of it has just moved two steps. There is none if the
    /// men stand in an impossible way, such as with a king that could be captured.
    ///
    /// ```
    /// use bstar_board::{Color, Piece, Position, Square, fen};
    ///
    /// let men = [
    ///     (Color::White, Piece::King, Square::E1),
    ///     (Color::Black, Piece::King, Square::E8),
    ///     (Color::White, Piece::Rook, Square::H1),
    /// ];
    /// let position = Position::from_men(&men, Color::Black, None).unwrap();
    /// assert_eq!(position, fen::parse("4k3/8/8/8/8/8/8/4K2R b - - 0 1").unwrap());
    /// ```
    pub fn from_men(
        men: &[(Color, Piece, Square)],
        side_to_move: Color,
        en_passant: Option<Square>,
    ) -> Option<Self> {
        let mut builder = BoardBuilder::empty();
        for &(color, piece, square) in men {
            if builder.board[square as usize].is_some() {
                return None;
            }
            builder.board[square as usize] = Some((piece, color));
        }
        builder.side_to_move = side_to_move;
        builder.en_passant = en_passant;
        let position = Self::from_builder(&builder)?;
        // The builder does not look at this.
        let kings_touch =
            attacks::king(position.king(Color::White)).has(position.king(Color::Black));
        (!kings_touch).then_some(position)
    }

    pub(crate) fn from_builder(builder: &BoardBuilder) -> Option<Self> {
        builder.build().ok().map(Self::from_board)
    }

    fn from_board(board: Board) -> Self {
        Self { board }
    }

    /// The side whose turn it is.
    #[inline]
    pub fn side_to_move(&self) -> Color {
        self.board.side_to_move()
    }

    /// All men of one kind, of both colours.
    #[inline]
    pub fn pieces(&self, piece: Piece) -> BitBoard {
        self.board.pieces(piece)
    }

    /// All men of one colour.
    #[inline]
    pub fn side(&self, color: Color) -> BitBoard {
        self.board.colors(color)
    }

    /// The men of one kind and colour.
    #[inline]
    pub fn men(&self, color: Color, piece: Piece) -> BitBoard {
        self.board.colored_pieces(color, piece)
    }

    /// All men.
    #[inline]
    pub fn occupied(&self) -> BitBoard {
        self.board.occupied()
    }

    /// The square of a side's king.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        self.board.king(color)
    }

    /// The kind of man on a square.
    #[inline]
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        use Piece::{Bishop, King, Knight, Pawn, Queen, Rook};
        const KINDS: [Option<Piece>; 8] = [
            None,
            Some(Pawn),
            Some(Knight),
            Some(Bishop),
            Some(Rook),
            Some(Queen),
            Some(King),
            None,
        ];
        // The index into the list, bit by bit. It would be plainer to go through the kinds until
        // one fits. But that ends at another kind each time, and a wrong guess of the processor
        // costs more.
        let any = |kinds: [Piece; 3]| {
            let [a, b, c] = kinds.map(|kind| self.pieces(kind));
            usize::from((a | b | c).has(square))
        };
        let place = any([Pawn, Bishop, Queen])
            + 2 * any([Knight, Bishop, King])
            + 4 * any([Rook, Queen, King]);
        KINDS[place]
    }

    /// The colour of the man on a square.
    #[inline]
    pub fn color_on(&self, square: Square) -> Option<Color> {
        self.board.color_on(square)
    }

    /// The men that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> BitBoard {
        self.board.checkers()
    }

    /// Is the side to move in check?
    #[inline]
    pub fn in_check(&self) -> bool {
        !self.board.checkers().is_empty()
    }

    /// The men of either colour that stand alone between the mover's king and a slider of the other
    /// side.
    #[inline]
    pub fn shields(&self) -> BitBoard {
        self.board.pinned()
    }

    /// The file of the rook a side may still castle with.
    #[inline]
    pub fn castling_rook(&self, color: Color, side: CastlingSide) -> Option<File> {
        let rights = self.board.castle_rights(color);
        match side {
            CastlingSide::Short => rights.short,
            CastlingSide::Long => rights.long,
        }
    }

    /// The square behind a pawn that has just moved two steps. A capture there need not be
    /// possible.
    pub fn en_passant_square(&self) -> Option<Square> {
        let rank = Rank::Sixth.relative_to(self.side_to_move());
        self.board.en_passant().map(|file| Square::new(file, rank))
    }

    /// Can the side to move capture en passant, legally?
    pub fn can_capture_en_passant(&self) -> bool {
        self.en_passant_square().is_some_and(|target| {
            let us = self.side_to_move();
            let candidates = attacks::pawn(target, !us) & self.men(us, Piece::Pawn);
            candidates.into_iter().any(|from| {
                self.board.is_legal(Move {
                    from,
                    to: target,
                    promotion: None,
                })
            })
        })
    }

    /// Half moves since the last capture or pawn move, at most 100.
    #[inline]
    pub fn halfmove_clock(&self) -> u8 {
        self.board.halfmove_clock()
    }

    /// The number of the move about to be played, as score sheets count.
    #[inline]
    pub fn fullmove_number(&self) -> u16 {
        self.board.fullmove_number()
    }

    /// A 64-bit hash of the position: men, side to move, castling rights, and the en-passant square
    /// if a capture there is legal. Positions that are the same under the repetition rule have the
    /// same key.
    #[inline]
    pub fn key(&self) -> u64 {
        if self.board.en_passant().is_none() || self.can_capture_en_passant() {
            self.board.hash()
        } else {
            self.board.hash_without_ep()
        }
    }

    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.for_each_move(BitBoard::FULL, BitBoard::FULL, |_, mv| list.push(mv));
        list
    }

    /// Calls `visit` for every legal move from the squares in `from` to the squares in `to`. It
    /// passes the kind of man and the move.
    ///
    /// A castling move goes to the rook's square. An en-passant capture goes to the empty square
    /// behind the pawn.
    #[inline]
    pub fn for_each_move(&self, from: BitBoard, to: BitBoard, visit: impl FnMut(Piece, Move)) {
        self.for_each_move_by_kind(from, |_| to, visit);
    }

    /// The same, with destination squares for each kind of man.
    ///
    /// The kinds come in the order of their value, the king last.
    #[inline]
    pub fn for_each_move_by_kind(
        &self,
        from: BitBoard,
        to: impl Fn(Piece) -> BitBoard,
        mut visit: impl FnMut(Piece, Move),
    ) {
        self.board.generate_moves_for(from, |mut moves| {
            moves.to &= to(moves.piece);
            for mv in moves {
                visit(moves.piece, mv);
            }
            false
        });
    }

    /// The number of legal moves, without listing them.
    pub fn count_legal_moves(&self) -> usize {
        let mut count = 0;
        self.board.generate_moves(|moves| {
            count += moves.len();
            false
        });
        count
    }

    /// Has the side to move any legal move?
    pub fn has_legal_move(&self) -> bool {
        self.board.generate_moves(|_| true)
    }

    /// Is this move legal here?
    #[inline]
    pub fn is_legal(&self, mv: Move) -> bool {
        self.board.is_legal(mv)
    }

    /// Does this legal move castle? (It is written as the king capturing its own rook.)
    #[inline]
    pub fn is_castling(&self, mv: Move) -> bool {
        self.side(self.side_to_move()).has(mv.to)
    }

    /// Does this legal move capture en passant?
    #[inline]
    pub fn is_en_passant(&self, mv: Move) -> bool {
        mv.from.file() != mv.to.file()
            && self.pieces(Piece::Pawn).has(mv.from)
            && !self.occupied().has(mv.to)
    }

    /// What this legal move captures.
    #[inline]
    pub fn captured(&self, mv: Move) -> Option<Piece> {
        if self.side(!self.side_to_move()).has(mv.to) {
            self.piece_on(mv.to)
        } else if self.is_en_passant(mv) {
            Some(Piece::Pawn)
        } else {
            None
        }
    }

    /// Does this legal move leave material unchanged? It is then neither a capture nor a promotion.
    #[inline]
    pub fn is_quiet(&self, mv: Move) -> bool {
        mv.promotion.is_none()
            && !self.side(!self.side_to_move()).has(mv.to)
            && !self.is_en_passant(mv)
    }

    /// The position after a legal move.
    ///
    /// # Panics
    /// May panic or return nonsense if the move is not legal. [`Position::is_legal`] tells.
    #[inline(never)] // inlined, it copies the position a second time
    pub fn after(&self, mv: Move) -> Position {
        let mut next = self.clone();
        next.board.play_unchecked(mv);
        next
    }

    /// The position with the turn handed to the other side.
    ///
    /// ```
    /// use bstar_board::{Color, PassError, Position, fen};
    ///
    /// assert_eq!(Position::start().pass().unwrap().side_to_move(), Color::Black);
    /// let checked = fen::parse("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1").unwrap();
    /// assert_eq!(checked.pass(), Err(PassError::InCheck));
    /// ```
    pub fn pass(&self) -> Result<Position, PassError> {
        self.board
            .null_move()
            .map(Self::from_board)
            .ok_or(PassError::InCheck)
    }

    /// Is there too little material for any sequence of moves to end in mate? True for bare kings,
    /// for one minor piece against a bare king, and for bishops that all stand on squares of one
    /// colour.
    pub fn is_dead(&self) -> bool {
        let heavy = self.pieces(Piece::Pawn) | self.pieces(Piece::Rook) | self.pieces(Piece::Queen);
        if !heavy.is_empty() {
            return false;
        }
        let knights = self.pieces(Piece::Knight);
        let bishops = self.pieces(Piece::Bishop);
        if knights.is_empty() {
            bishops.is_subset(BitBoard::LIGHT_SQUARES) || bishops.is_subset(BitBoard::DARK_SQUARES)
        } else {
            bishops.is_empty() && knights.len() == 1
        }
    }
}
