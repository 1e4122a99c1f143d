// Sides and pieces, as the words of every language name them.

export type { SideName as Side } from "../wire";
export type Role = "king" | "queen" | "rook" | "bishop" | "knight" | "pawn";
