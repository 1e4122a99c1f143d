// The server.

import { type Line, read } from "./lines";
import type { Games, GamesRequest, JudgeLine, JudgeRequest, MoveRequest, PlayedMove, Position, PositionRequest, SearchRequest, Status, StopRequest } from "./wire";
import { words } from "./words";

export class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

async function post(path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refused(0, words.server.silent);
  }
  if (!response.ok) {
    const told = await response.json().catch(() => null);
    throw new Refused(response.status, told?.message ?? words.server.status(response.status));
  }
  return response;
}

export async function games(pgn: string): Promise<Games> {
  return (await post("/api/games", { pgn } satisfies GamesRequest)).json();
}

/** Ends a search, which then tells what it has. */
export async function stop(search: string): Promise<void> {
  // If it is over already, all is well.
  await post("/api/stop", { search } satisfies StopRequest).catch(() => null);
}

/** Searches and hands lines on as they come. Ends with the search, or at the signal. */
export async function search(request: SearchRequest, signal: AbortSignal, hear: (lines: Line[], text: string) => void): Promise<void> {
  await stream("/api/search", request, signal, (text) => hear(read(text), text));
}

/** Has a game judged, in the same way. */
export async function judge(request: JudgeRequest, signal: AbortSignal, hear: (line: JudgeLine) => void): Promise<void> {
  await stream("/api/judge", request, signal, (text) => {
    for (const line of text.split("\n")) if (line.trim() !== "") hear(JSON.parse(line) as JudgeLine);
  });
}

async function stream(path: string, request: unknown, signal: AbortSignal, hear: (text: string) => void): Promise<void> {
  const response = await post(path, request, signal);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    let chunk: ReadableStreamReadResult<string>;
    try {
      chunk = await reader.read();
    } catch (error) {
      if (signal.aborted) throw error;
      throw new Refused(0, words.server.gone);
    }
    if (chunk.done) return;
    rest += chunk.value;
    const messages = rest.split("\n\n");
    rest = messages.pop()!;
    for (const message of messages) {
      const text = message
        .split("\n")
        .filter((line) => line.startsWith("data:"))
        .map((line) => line.slice(line[5] === " " ? 6 : 5))
        .join("\n");
      if (text) hear(text);
    }
  }
}

/** Checks a position, perhaps with moves from it, and gives it as the program writes it. */
export async function position(fen: string, moves: string[] = []): Promise<Position> {
  return (await post("/api/position", { fen, moves } satisfies PositionRequest)).json();
}

/** A move, played about as well as the request says. */
export async function move(request: MoveRequest, signal: AbortSignal): Promise<PlayedMove> {
  return (await post("/api/move", request, signal)).json();
}

export async function status(): Promise<Status> {
  return get("/api/status").then((response) => response.json());
}

/** The page as one file that needs no server, with nothing recorded in it yet. */
export async function alone(): Promise<string> {
  return get("/alone").then((response) => response.text());
}

async function get(path: string): Promise<Response> {
  const response = await fetch(path).catch(() => null);
  if (!response) throw new Refused(0, words.server.silent);
  if (!response.ok) throw new Refused(response.status, words.server.status(response.status));
  return response;
}
