// The game as PGN, and everything as one HTML file that needs no server.

import * as api from "./api";
import type { App } from "./app";
import * as chess from "./chess";
import { announce, byId, el } from "./dom";
import type { Judging } from "./judging";
import type { Saved } from "./study";
import { words } from "./words";

/** What the page itself puts into a file, beside the lines of the program. */
export interface StudyLine {
  type: "study";
  study: Saved;
  /** The moves up to the position that the search is about. */
  searched: string[] | null;
}

/** The places in the file for its title and for what is recorded (page.rs). */
const TITLE = "<title>bstar</title>";
const RECORDED = '<script type="text/plain" id="recorded"></script>';

export class Downloads {
  constructor(
    private app: App,
    private judging: Judging,
  ) {
    byId("save-pgn").addEventListener("click", () => void this.attempt(() => this.savePgn()));
    byId("save-html").addEventListener("click", () => void this.attempt(() => this.saveHtml()));
    app.on(["game", "record"], () => this.draw());
    judging.onChange(() => this.draw());
  }

  private draw(): void {
    const { app } = this;
    const hasGame = app.study.main.length > 0;
    byId<HTMLButtonElement>("save-pgn").disabled = !hasGame;
    byId<HTMLButtonElement>("save-html").disabled = !(this.judging.judged?.game || app.record?.isDone) || app.study.playing !== null;
  }

  private async attempt(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      announce(error instanceof Error ? error.message : String(error));
    }
  }

  /** The name of a file: letters and digits only. */
  private name(ending: string): string {
    const plain = (this.app.study.title || "bstar").normalize("NFKD").replace(/\p{M}/gu, "");
    return `${plain.replace(/[^A-Za-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 60) || "bstar"}.${ending}`;
  }

  private async savePgn(): Promise<void> {
    save(this.name("pgn"), "application/x-chess-pgn", await this.judging.annotated());
  }

  private async saveHtml(): Promise<void> {
    const { app, judging } = this;
    const record = app.record?.isDone ? app.record : null;
    const study: StudyLine = { type: "study", study: { ...app.study.saved, playing: null }, searched: record ? record.moves : null };
    const lines = [JSON.stringify(study)];
    if (judging.judged?.game) lines.push(JSON.stringify(judging.judged.game));
    if (record) lines.push(record.text);
    const [page, packed] = await Promise.all([api.alone(), pack(lines.join("\n"))]);
    if (!page.includes(TITLE) || !page.includes(RECORDED)) throw new Error(words.links.noFile);
    const title = this.title(record?.thought?.best ?? null).replace(/&/g, "&amp;").replace(/</g, "&lt;");
    // As functions, because a title may have a dollar in it.
    const text = page.replace(TITLE, () => `<title>${title}</title>`).replace(RECORDED, () => RECORDED.replace("></", `>${packed}</`));
    save(this.name("html"), "text/html", text);
  }

  /** The move that was found, and whose game it is. */
  private title(best: string | null): string {
    const { app } = this;
    const root = app.root;
    const move = best && root ? (chess.numbered(root, [best])[0]?.alone ?? "") : "";
    return [move, app.study.title, "bstar"].filter(Boolean).join(" · ");
  }
}

/** Compressed, and as letters. */
async function pack(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let letters = "";
  for (let at = 0; at < bytes.length; at += 0x8000) letters += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(letters);
}

function save(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = el("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
