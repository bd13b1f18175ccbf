import { listKeys, readItem, writeItem } from '../ui/browser/local-storage.ts';

/** Twice the rooms that are counted. The marks of the least recently read rooms are deleted. */
const MAX_MARKS = 1_000;

interface ReadMark {
  seq: number;
  /** When the room was last read, in ms since 1970; 0 if unknown. */
  at: number;
}

/** How far one person has read each room in this browser. Stored, and shared between tabs. */
export class ReadMarks {
  readonly #prefix: string;
  readonly #seqs = new Map<string, number | undefined>();
  #readAt: Map<string, number> | undefined;

  constructor(uid: string) {
    this.#prefix = `snug:read:${uid}:`;
  }

  /** The seq up to which a room is read; undefined if this person never visited it. */
  get(roomId: string): number | undefined {
    if (!this.#seqs.has(roomId)) this.#seqs.set(roomId, this.#readStored(roomId)?.seq);
    return this.#seqs.get(roomId);
  }

  /** Ignores a seq below the current mark. */
  set(roomId: string, seq: number): void {
    if (seq <= (this.get(roomId) ?? -1)) return;
    const now = Date.now();
    this.#seqs.set(roomId, seq);
    this.#loadTimes().set(roomId, now);
    // If the browser stores nothing, the mark lasts as long as the page. `parseInt` of the whole value yields the seq.
    writeItem(this.#prefix + roomId, `${seq} ${now}`);
  }

  listRoomIds(): string[] {
    return [...this.#loadTimes()].toSorted(([, a], [, b]) => b - a).map(([roomId]) => roomId);
  }

  /** Calls `listener` after another tab has changed a mark. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void {
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (!key?.startsWith(this.#prefix)) return;
      this.#applyFromOtherTab(key.slice(this.#prefix.length), parseMark(newValue));
      listener();
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }

  /** Another tab sets a mark for each message that it shows. To read all marks again each time would be too slow. */
  #applyFromOtherTab(roomId: string, mark: ReadMark | undefined): void {
    this.#seqs.set(roomId, mark?.seq);
    if (mark) this.#readAt?.set(roomId, mark.at);
    else this.#readAt?.delete(roomId);
  }

  #loadTimes(): Map<string, number> {
    if (this.#readAt) return this.#readAt;
    const roomIds = listKeys(this.#prefix).map(key => key.slice(this.#prefix.length));
    // Marks that the browser could not store exist only in memory.
    const inMemory = [...this.#seqs].flatMap(([roomId, seq]) => (seq === undefined ? [] : [roomId]));
    const all = [...new Set([...inMemory, ...roomIds])].map(
      roomId => [roomId, this.#readStored(roomId)?.at ?? 0] as const,
    );
    const newestFirst = all.toSorted(([, a], [, b]) => b - a);
    for (const [roomId] of newestFirst.slice(MAX_MARKS)) writeItem(this.#prefix + roomId, null);
    this.#readAt = new Map(newestFirst.slice(0, MAX_MARKS));
    return this.#readAt;
  }

  #readStored(roomId: string): ReadMark | undefined {
    return parseMark(readItem(this.#prefix + roomId));
  }
}

function parseMark(text: string | null | undefined): ReadMark | undefined {
  const [seq = Number.NaN, at = 0] = (text ?? '').split(' ').map(part => Number.parseInt(part, 10));
  return Number.isNaN(seq) ? undefined : { seq, at };
}
