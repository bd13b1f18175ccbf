const MIB = 1024 * 1024;

/** Most unread bytes in send buffers per person, per address and in total. */
export const MAX_BUFFERED_BYTES = { person: 8 * MIB, address: 16 * MIB, process: 48 * MIB };

export interface BufferOwner {
  readonly uid: string;
  readonly address: string;
}

/** The unread bytes of several sockets, and the number of these sockets. */
interface UnreadSum {
  bytes: number;
  sockets: number;
}

/** Sums the unread bytes of all sockets. Stores only sockets with unread bytes. */
export class SendBufferBudget {
  readonly #bounds: typeof MAX_BUFFERED_BYTES;
  readonly #owners = new Map<BufferOwner, number>();
  readonly #sums = new Map<string, UnreadSum>();

  constructor(bounds = MAX_BUFFERED_BYTES) {
    this.#bounds = bounds;
  }

  set(owner: BufferOwner, bytes: number): void {
    const previous = this.#owners.get(owner) ?? 0;
    if (bytes > 0) this.#owners.set(owner, bytes);
    else this.#owners.delete(owner);
    const sockets = Number(bytes > 0) - Number(previous > 0);
    for (const { key } of this.#scopesOf(owner)) this.#add(key, { bytes: bytes - previous, sockets });
  }

  /** Above a limit, the sockets with more than an equal share of it wait, so nobody waits because of others alone. */
  isExceeded(owner: BufferOwner): boolean {
    const bytes = this.#owners.get(owner) ?? 0;
    return this.#scopesOf(owner).some(({ key, limit }) => {
      const sum = this.#sums.get(key);
      return sum !== undefined && sum.bytes > limit && bytes > limit / sum.sockets;
    });
  }

  get size(): number {
    return this.#owners.size + this.#sums.size;
  }

  #scopesOf({ uid, address }: BufferOwner): { key: string; limit: number }[] {
    return [
      { key: 'process', limit: this.#bounds.process },
      { key: `person ${uid}`, limit: this.#bounds.person },
      { key: `address ${address}`, limit: this.#bounds.address },
    ];
  }

  #add(key: string, more: UnreadSum): void {
    const sum = this.#sums.get(key) ?? { bytes: 0, sockets: 0 };
    const [bytes, sockets] = [sum.bytes + more.bytes, sum.sockets + more.sockets];
    if (bytes > 0) this.#sums.set(key, { bytes, sockets });
    else this.#sums.delete(key);
  }
}
