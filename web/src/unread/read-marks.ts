import { store, stored, storedKeys } from '../ui/stored.ts';

/** Up to where one person has read which rooms, in this browser. It outlives the page, and other tabs see it. */
export class ReadMarks {
  readonly #prefix: string;
  readonly #known = new Map<string, number | undefined>();
  /** When each room was read last, ms since 1970; 0 where that is not known. */
  #readAt: Map<string, number> | undefined;

  constructor(uid: string) {
    this.#prefix = `snug:read:${uid}:`;
  }

  /** The seq up to which a room is read; undefined where this person never was. */
  get(roomId: string): number | undefined {
    if (!this.#known.has(roomId)) this.#known.set(roomId, this.#stored(roomId)?.seq);
    return this.#known.get(roomId);
  }

  /** What is read is not unread again. */
  set(roomId: string, seq: number): void {
    if (seq <= (this.get(roomId) ?? -1)) return;
    const now = Date.now();
    this.#known.set(roomId, seq);
    this.#times().set(roomId, now);
    // Where nothing is kept, it holds until the page goes. Whoever reads a number takes the first.
    store(this.#prefix + roomId, `${seq} ${now}`);
  }

  /** The rooms with a mark, the one that was read last first. */
  rooms(): string[] {
    return [...this.#times()].toSorted(([, a], [, b]) => b - a).map(([roomId]) => roomId);
  }

  /** Calls `listener` after another tab has set a mark, until the returned function is called. */
  watch(listener: () => void): () => void {
    const hear = ({ key }: StorageEvent) => {
      if (!key?.startsWith(this.#prefix)) return;
      this.#known.delete(key.slice(this.#prefix.length));
      this.#readAt = undefined;
      listener();
    };
    window.addEventListener('storage', hear);
    return () => window.removeEventListener('storage', hear);
  }

  #times(): Map<string, number> {
    if (this.#readAt) return this.#readAt;
    const roomIds = storedKeys(this.#prefix).map(key => key.slice(this.#prefix.length));
    // A mark that could not be stored is known to this page alone.
    const known = [...this.#known].flatMap(([roomId, seq]) => (seq === undefined ? [] : [roomId]));
    const all = new Set([...known, ...roomIds]);
    this.#readAt = new Map([...all].map(roomId => [roomId, this.#stored(roomId)?.at ?? 0]));
    return this.#readAt;
  }

  #stored(roomId: string): { seq: number; at: number } | undefined {
    const [seq = Number.NaN, at = 0] = (stored(this.#prefix + roomId) ?? '')
      .split(' ')
      .map(part => Number.parseInt(part, 10));
    return Number.isNaN(seq) ? undefined : { seq, at };
  }
}
