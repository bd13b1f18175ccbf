import { store, stored } from '../ui/stored.ts';

/** Up to where one person has read which rooms, in this browser. It outlives the page, and other tabs see it. */
export class ReadMarks {
  readonly #prefix: string;
  readonly #known = new Map<string, number | undefined>();

  constructor(uid: string) {
    this.#prefix = `snug:read:${uid}:`;
  }

  /** The seq up to which a room is read; undefined where this person never was. */
  get(roomId: string): number | undefined {
    if (!this.#known.has(roomId)) this.#known.set(roomId, this.#stored(roomId));
    return this.#known.get(roomId);
  }

  /** What is read is not unread again. */
  set(roomId: string, seq: number): void {
    if (seq <= (this.get(roomId) ?? -1)) return;
    this.#known.set(roomId, seq);
    // Where nothing is kept, it holds until the page goes.
    store(this.#prefix + roomId, String(seq));
  }

  /** Calls `listener` after another tab has set a mark, until the returned function is called. */
  watch(listener: () => void): () => void {
    const hear = ({ key }: StorageEvent) => {
      if (!key?.startsWith(this.#prefix)) return;
      this.#known.delete(key.slice(this.#prefix.length));
      listener();
    };
    window.addEventListener('storage', hear);
    return () => window.removeEventListener('storage', hear);
  }

  #stored(roomId: string): number | undefined {
    const mark = Number.parseInt(stored(this.#prefix + roomId) ?? '', 10);
    return Number.isNaN(mark) ? undefined : mark;
  }
}
