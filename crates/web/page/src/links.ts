// The address holds the game: `#fen=…` or `#pgn=…`, and `&ply=…` for the position shown. A text
// that is pasted anywhere is a position or a game, too.

import { address, read } from "./address";
import type { App } from "./app";
import * as chess from "./chess";
import { announce, byId } from "./dom";
import type { Setup } from "./setup";
import type { Study } from "./study";
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

  /** Opens what the address holds, but not where the page comes back to a window that had it: then that window's own game goes on, which
   * may be newer. An address that holds nothing is the visitor's last own game. */
  async begin(): Promise<void> {
    const [loaded] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    const addresses = loaded?.type === "reload" ? shown() : shown().slice(-1);
    const isKept = addresses.includes(location.hash);
    setShown(isKept ? [location.hash] : []);
    if (isKept) return;
    if (read(location.hash)) await this.open();
    else this.app.open(this.app.visitorGames.last(), "visitor");
  }

  /** Opens what the address holds, unless that is what is shown already. The address stays until it is known whether that can be done. */
  private async open(): Promise<void> {
    const { hash } = location;
    const linked = read(hash);
    if (!linked) return;
    const { app } = this;
    const isIt = (study: Study) => {
      const known = read(`#${address(study)}`);
      return known?.fen === linked.fen && known?.pgn === linked.pgn;
    };
    if (!isIt(app.study)) {
      // The way back to a game of the visitor's: it is there with more than an address holds.
      const own = app.visitorGames.others(app.study).find(isIt);
      if (own) app.open(own, "visitor");
    }
    const { study } = app;
    if (isIt(study)) {
      setShown([...shown(), hash]);
      if (linked.ply !== null && linked.ply !== study.cursor && study.playing === null) this.goTo(linked.ply);
      return;
    }
    setShown([]);
    this.opening += 1;
    const isOpen = await this.setup.takeLink(linked);
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
    void this.setup.take(text, "games");
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
