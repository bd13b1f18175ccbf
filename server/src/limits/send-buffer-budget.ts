const MIB = 1024 * 1024;

/** How many bytes of answers may wait to be read, of whom. */
export const MAX_BUFFERED_BYTES = { person: 8 * MIB, address: 16 * MIB, process: 48 * MIB };

/** Whose socket it is. */
export interface BufferOwner {
  readonly uid: string;
  readonly address: string;
}

/** How many bytes of answers wait on all sockets: kept for those sockets alone that left anything unread. */
export class SendBufferBudget {
  readonly #bounds: typeof MAX_BUFFERED_BYTES;
  readonly #owners = new Map<BufferOwner, number>();
  readonly #sums = new Map<string, number>();
  #total = 0;

  constructor(bounds = MAX_BUFFERED_BYTES) {
    this.#bounds = bounds;
  }

  /** What waits for this reader now. */
  set(reader: BufferOwner, bytes: number): void {
    const more = bytes - (this.#owners.get(reader) ?? 0);
    if (bytes > 0) this.#owners.set(reader, bytes);
    else this.#owners.delete(reader);
    this.#total += more;
    this.#add(`person ${reader.uid}`, more);
    this.#add(`address ${reader.address}`, more);
  }

  /** Whether a reader for whom anything waits has to read that before more is read from it. */
  isExceeded({ uid, address }: BufferOwner): boolean {
    const { person, process } = this.#bounds;
    return (
      this.#total > process ||
      (this.#sums.get(`person ${uid}`) ?? 0) > person ||
      (this.#sums.get(`address ${address}`) ?? 0) > this.#bounds.address
    );
  }

  /** How many keys are kept. */
  get size(): number {
    return this.#owners.size + this.#sums.size;
  }

  #add(key: string, bytes: number): void {
    const sum = (this.#sums.get(key) ?? 0) + bytes;
    if (sum > 0) this.#sums.set(key, sum);
    else this.#sums.delete(key);
  }
}
