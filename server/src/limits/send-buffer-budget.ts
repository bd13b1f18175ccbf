const MIB = 1024 * 1024;

/** How many bytes of answers may wait to be read, of whom. */
export const MAX_WAITING = { person: 8 * MIB, address: 16 * MIB, process: 48 * MIB };

/** Whose socket it is. */
export interface Reader {
  readonly uid: string;
  readonly address: string;
}

/** How many bytes of answers wait on all sockets: kept for those sockets alone that left anything unread. */
export class WaitingBytes {
  readonly #bounds: typeof MAX_WAITING;
  readonly #readers = new Map<Reader, number>();
  readonly #sums = new Map<string, number>();
  #all = 0;

  constructor(bounds = MAX_WAITING) {
    this.#bounds = bounds;
  }

  /** What waits for this reader now. */
  set(reader: Reader, bytes: number): void {
    const more = bytes - (this.#readers.get(reader) ?? 0);
    if (bytes > 0) this.#readers.set(reader, bytes);
    else this.#readers.delete(reader);
    this.#all += more;
    this.#add(`person ${reader.uid}`, more);
    this.#add(`address ${reader.address}`, more);
  }

  /** Whether a reader for whom anything waits has to read that before more is read from it. */
  isFull({ uid, address }: Reader): boolean {
    const { person, process } = this.#bounds;
    return (
      this.#all > process ||
      (this.#sums.get(`person ${uid}`) ?? 0) > person ||
      (this.#sums.get(`address ${address}`) ?? 0) > this.#bounds.address
    );
  }

  /** How many keys are kept. */
  get size(): number {
    return this.#readers.size + this.#sums.size;
  }

  #add(key: string, bytes: number): void {
    const sum = (this.#sums.get(key) ?? 0) + bytes;
    if (sum > 0) this.#sums.set(key, sum);
    else this.#sums.delete(key);
  }
}
