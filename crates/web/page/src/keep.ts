// What stays with the visitor, in their own browser. Settings and the game are in one place,
// finished searches in another that has more room.

export interface Kept {
  id: string;
  made: number;
  fen: string;
  moves: string[];
  /** The lines of the search. */
  text: string;
}

/** How many of each are kept. */
const MAX_KEPT = { searches: 80, games: 30 };

type Store = keyof typeof MAX_KEPT;

/** For all windows of the browser and as long as the visitor likes, or for this window until it is closed. */
type Place = "browser" | "window";

const storage = (place: Place) => (place === "window" ? sessionStorage : localStorage);

/** What was kept, as it is stored. */
export function text(name: string, place: Place = "browser"): string | null {
  try {
    return storage(place).getItem(`bstar.${name}`);
  } catch {
    return null;
  }
}

export function load<T>(name: string, otherwise: T): T {
  try {
    const kept = text(name);
    return kept ? { ...otherwise, ...JSON.parse(kept) } : otherwise;
  } catch {
    return otherwise;
  }
}

export function save(name: string, value: unknown, place: Place = "browser"): void {
  try {
    storage(place).setItem(`bstar.${name}`, JSON.stringify(value));
  } catch {
    // Without room or permission nothing is kept; everything else works.
  }
}

export function idOf(fen: string, moves: string[]): string {
  return `${fen} ${moves.join(" ")}`;
}

let opened: Promise<IDBDatabase> | null = null;

function database(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("bstar", 2);
    request.onupgradeneeded = () => {
      for (const name of Object.keys(MAX_KEPT)) {
        if (request.result.objectStoreNames.contains(name)) continue;
        request.result.createObjectStore(name, { keyPath: "id" }).createIndex("made", "made");
      }
    };
    // Another page of ours still has an older version open.
    request.onblocked = () => reject(new Error("blocked"));
    request.onsuccess = () => {
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  });
  return opened;
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

export async function keep(name: Store, thing: { id: string; made: number }): Promise<void> {
  try {
    const store = (await database()).transaction(name, "readwrite").objectStore(name);
    await done(store.put(thing));
    // The oldest make way.
    const oldest = await done(store.index("made").getAllKeys());
    for (const id of oldest.slice(0, Math.max(0, oldest.length - MAX_KEPT[name]))) store.delete(id);
  } catch {
    // As above.
  }
}

export async function find<T>(name: Store, id: string): Promise<T | null> {
  try {
    const store = (await database()).transaction(name).objectStore(name);
    return (await done(store.get(id))) ?? null;
  } catch {
    return null;
  }
}
