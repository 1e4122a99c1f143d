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

const MAX_KEPT_SEARCHES = 80;

export function load<T>(name: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(`bstar.${name}`);
    return text ? { ...otherwise, ...JSON.parse(text) } : otherwise;
  } catch {
    return otherwise;
  }
}

export function save(name: string, value: unknown): void {
  try {
    localStorage.setItem(`bstar.${name}`, JSON.stringify(value));
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
    const request = indexedDB.open("bstar", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("searches", { keyPath: "id" }).createIndex("made", "made");
    };
    request.onsuccess = () => resolve(request.result);
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

export async function keep(search: Kept): Promise<void> {
  try {
    const store = (await database()).transaction("searches", "readwrite").objectStore("searches");
    await done(store.put(search));
    // The oldest make way.
    const oldest = await done(store.index("made").getAllKeys());
    for (const id of oldest.slice(0, Math.max(0, oldest.length - MAX_KEPT_SEARCHES))) store.delete(id);
  } catch {
    // As above.
  }
}

export async function find(id: string): Promise<Kept | null> {
  try {
    const store = (await database()).transaction("searches").objectStore("searches");
    return (await done(store.get(id))) ?? null;
  } catch {
    return null;
  }
}
