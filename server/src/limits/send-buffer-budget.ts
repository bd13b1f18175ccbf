const MIB = 1024 * 1024;

/** Most unread bytes in send buffers per person, per address and in total. */
export const MAX_BUFFERED_BYTES = { person: 8 * MIB, address: 16 * MIB, process: 48 * MIB };

/** One socket and its owner. */
export interface BufferOwner {
  readonly uid: string;
  readonly address: string;
}

/** Sums the unread bytes of all sockets. Stores only sockets with unread bytes. */
export class SendBufferBudget {
  readonly #bounds: typeof MAX_BUFFERED_BYTES;
  readonly #owners = new Map<BufferOwner, number>();
  readonly #sums = new Map<string, number>();
  #total = 0;

  constructor(bounds = MAX_BUFFERED_BYTES) {
    this.#bounds = bounds;
  }

  set(owner: BufferOwner, bytes: number): void {
    const more = bytes - (this.#owners.get(owner) ?? 0);
    if (bytes > 0) this.#owners.set(owner, bytes);
    else this.#owners.delete(owner);
    this.#total += more;
    this.#add(`person ${owner.uid}`, more);
    this.#add(`address ${owner.address}`, more);
  }

  /** Whether the server must stop reading from a socket with unread bytes. */
  isExceeded({ uid, address }: BufferOwner): boolean {
    const { person, process } = this.#bounds;
    return (
      this.#total > process ||
      (this.#sums.get(`person ${uid}`) ?? 0) > person ||
      (this.#sums.get(`address ${address}`) ?? 0) > this.#bounds.address
    );
  }

  get size(): number {
    return this.#owners.size + this.#sums.size;
  }

  #add(key: string, bytes: number): void {
    const sum = (this.#sums.get(key) ?? 0) + bytes;
    if (sum > 0) this.#sums.set(key, sum);
    else this.#sums.delete(key);
  }
}
