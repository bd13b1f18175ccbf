import { listKeys, readItem, writeItem } from '../ui/browser/local-storage.ts';

/** Most marks that are kept: twice as many rooms as are counted. Those that were read longest ago are forgotten. */
const MAX_MARKS = 1_000;

interface ReadMark {
  seq: number;
  /** When the room was read, ms since 1970; 0 where that is not known. */
  at: number;
}

/** Up to where one person has read which rooms, in this browser. It outlives the page, and other tabs see it. */
export class ReadMarks {
  readonly #prefix: string;
  readonly #known = new Map<string, number | undefined>();
  /** When each room was read last, once that was looked up. */
  #readAt: Map<string, number> | undefined;

  constructor(uid: string) {
    this.#prefix = `snug:read:${uid}:`;
  }

  /** The seq up to which a room is read; undefined where this person never was. */
  get(roomId: string): number | undefined {
    if (!this.#known.has(roomId)) this.#known.set(roomId, this.#readStored(roomId)?.seq);
    return this.#known.get(roomId);
  }

  /** What is read is not unread again. */
  set(roomId: string, seq: number): void {
    if (seq <= (this.get(roomId) ?? -1)) return;
    const now = Date.now();
    this.#known.set(roomId, seq);
    this.#loadTimes().set(roomId, now);
    // Where nothing is kept, it holds until the page goes. Whoever reads a number takes the first.
    writeItem(this.#prefix + roomId, `${seq} ${now}`);
  }

  /** The rooms with a mark, the one that was read last first. */
  listRoomIds(): string[] {
    return [...this.#loadTimes()].toSorted(([, a], [, b]) => b - a).map(([roomId]) => roomId);
  }

  /** Calls `listener` after another tab has set a mark, until the returned function is called. */
  subscribe(listener: () => void): () => void {
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (!key?.startsWith(this.#prefix)) return;
      this.#applyFromOtherTab(key.slice(this.#prefix.length), parseMark(newValue));
      listener();
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }

  /** Another tab's mark. To look all of them up again would cost as much as there are, at each message that is read there. */
  #applyFromOtherTab(roomId: string, mark: ReadMark | undefined): void {
    this.#known.set(roomId, mark?.seq);
    if (mark) this.#readAt?.set(roomId, mark.at);
    else this.#readAt?.delete(roomId);
  }

  #loadTimes(): Map<string, number> {
    if (this.#readAt) return this.#readAt;
    const roomIds = listKeys(this.#prefix).map(key => key.slice(this.#prefix.length));
    // A mark that could not be stored is known to this page alone.
    const known = [...this.#known].flatMap(([roomId, seq]) => (seq === undefined ? [] : [roomId]));
    const all = [...new Set([...known, ...roomIds])].map(
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
