// The address holds the game: `#fen=…` or `#pgn=…`, and `&ply=…` for the position shown. A text
// that is pasted anywhere is a position or a game, too.

import type { App } from "./app";
import * as chess from "./chess";
import { announce, byId } from "./dom";
import * as pgn from "./pgn";
import type { Setup } from "./setup";
import { Study } from "./study";
import { words } from "./words";

/** Longer addresses are cut by programs that pass them on. */
const MAX_ADDRESS = 8_000;

/** Where this window keeps the addresses whose game the page has shown since it was loaded, a line each. While the page reloads, the old
 * one still writes its address, and the new one has that of the moment when the reload began: so the last one alone is not enough. */
const SHOWN = "bstar.addresses";

/** The most that are kept. */
const MAX_SHOWN = 20;

/** Addresses are not changed more often: browsers refuse. */
const MIN_INTERVAL_MS = 400;

interface Linked {
  fen: string | null;
  pgn: string | null;
  ply: number | null;
}

export class Links {
  private timer = 0;
  /** How many addresses are being opened. */
  private opening = 0;

  constructor(
    private app: App,
    private setup: Setup,
  ) {
    byId("copy-link").addEventListener("click", () => void this.copy());
    app.on(["game"], () => {
      clearTimeout(this.timer);
      this.timer = window.setTimeout(() => this.write(), MIN_INTERVAL_MS);
    });
    addEventListener("hashchange", () => void this.open());
    document.addEventListener("paste", (event) => this.pasted(event));
    document.addEventListener("dragover", (event) => {
      if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
    });
    document.addEventListener("drop", (event) => {
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      event.preventDefault();
      void setup.readFile(file);
    });
  }

  /** Opens what the address holds, but not where the page comes back to a window that had it: then the game that was kept goes on, which
   * may be newer. */
  async begin(): Promise<void> {
    const [loaded] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    const addresses = loaded?.type === "reload" ? shown() : shown().slice(-1);
    const isKept = addresses.includes(location.hash);
    setShown(isKept ? [location.hash] : []);
    if (!isKept) await this.open();
  }

  /** Opens what the address holds, unless that is what is shown already. The address stays until it is known whether that can be done. */
  private async open(): Promise<void> {
    const { hash } = location;
    const linked = read(hash);
    if (!linked) return;
    const { study } = this.app;
    const mine = read(`#${address(study)}`);
    if (mine && mine.fen === linked.fen && mine.pgn === linked.pgn) {
      setShown([...shown(), hash]);
      if (linked.ply !== null && linked.ply !== study.cursor && study.playing === null) this.goTo(linked.ply);
      return;
    }
    setShown([]);
    this.opening += 1;
    const isOpen = linked.pgn !== null ? await this.setup.readGames(linked.pgn) : await this.setup.setFen(linked.fen!);
    this.opening -= 1;
    // A reload tries again, until the game changes.
    if (!isOpen) clearTimeout(this.timer);
    // Another link may have been followed meanwhile.
    if (!isOpen || hash !== location.hash) return;
    setShown([hash]);
    if (linked.ply !== null) this.goTo(linked.ply);
  }

  private goTo(ply: number): void {
    this.app.study.goToMain(ply);
    this.app.backToGame();
    this.app.changed("game");
    dispatchEvent(new CustomEvent("bstar:moved"));
  }

  private write(): void {
    if (this.opening > 0) return;
    const text = address(this.app.study);
    const isPlain = this.app.study.main.length === 0 && this.app.study.fen === chess.INITIAL_FEN;
    const hash = isPlain || text.length > MAX_ADDRESS ? "" : `#${text}`;
    if (hash === location.hash) return;
    try {
      history.replaceState(history.state, "", hash || location.pathname);
      setShown([...shown(), location.hash]);
    } catch {
      // The next change tries again.
    }
  }

  private async copy(): Promise<void> {
    const text = address(this.app.study);
    const link = `${location.origin}${location.pathname}#${text}`;
    const field = byId<HTMLInputElement>("link");
    try {
      await navigator.clipboard.writeText(link);
      field.hidden = true;
      announce(link.length > MAX_ADDRESS ? words.links.copiedLong : words.links.copied);
    } catch {
      // Without permission the visitor copies it by hand.
      field.hidden = false;
      field.value = link;
      field.select();
      announce(words.links.byHand);
    }
  }

  private pasted(event: ClipboardEvent): void {
    const target = event.target as HTMLElement | null;
    if (target?.closest("input, textarea, select, [contenteditable]")) return;
    const text = event.clipboardData?.getData("text/plain").trim() ?? "";
    if (text === "") return;
    event.preventDefault();
    const linked = text.includes("#") ? read(text.slice(text.indexOf("#"))) : null;
    if (linked?.pgn) void this.setup.readGames(linked.pgn);
    else if (linked?.fen || isFen(text)) void this.setup.setFen(linked?.fen ?? text);
    else void this.setup.readGames(text);
  }
}

function shown(): string[] {
  try {
    return sessionStorage.getItem(SHOWN)?.split("\n") ?? [];
  } catch {
    return [];
  }
}

function setShown(addresses: string[]): void {
  try {
    sessionStorage.setItem(SHOWN, addresses.slice(-MAX_SHOWN).join("\n"));
  } catch {
    // Without room or permission a reload opens the address again.
  }
}

function isFen(text: string): boolean {
  return /^([pnbrqk1-8]+\/){7}[pnbrqk1-8]+(\s|$)/i.test(text) && !text.includes("\n");
}

/** The part of an address behind `#`. Spaces are `_`, as other sites have it. */
export function address(study: Study): string {
  const encoded = (text: string) => encodeURIComponent(text).replace(/_/g, "%5F").replace(/%20/g, "_").replace(/%2F/g, "/");
  if (study.main.length === 0) return `fen=${encoded(study.fen)}`;
  const ply = study.isAside ? study.mainPlies : study.cursor;
  return `pgn=${encoded(pgn.short(study))}&ply=${ply}`;
}

function read(hash: string): Linked | null {
  const parts = new Map(
    hash
      .replace(/^#/, "")
      .split("&")
      .map((part) => [part.slice(0, part.indexOf("=")), part.slice(part.indexOf("=") + 1)]),
  );
  const decoded = (name: string) => {
    const text = parts.get(name);
    if (text === undefined) return null;
    try {
      return decodeURIComponent(text.replace(/_/g, "%20"));
    } catch {
      return text;
    }
  };
  const [fen, game] = [decoded("fen"), decoded("pgn")];
  const ply = Number.parseInt(parts.get("ply") ?? "", 10);
  return fen === null && game === null ? null : { fen, pgn: game, ply: Number.isNaN(ply) ? null : ply };
}
