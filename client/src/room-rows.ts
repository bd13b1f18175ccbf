import { compareCursors, type ListCursor, type ListedRoom, toListCursor } from '@snug/protocol';

/** Rows of the list of rooms, always in order. A change needs no sort, however many rows there are. */
export class RoomRows {
  readonly #byId = new Map<string, ListedRoom>();
  readonly #sorted: ListedRoom[] = [];
  readonly #putAt = new Map<string, number>();
  #changeCount = 0;

  get changeCount(): number {
    return this.#changeCount;
  }

  get size(): number {
    return this.#sorted.length;
  }

  get(roomId: string): ListedRoom | undefined {
    return this.#byId.get(roomId);
  }

  all(): readonly ListedRoom[] {
    return this.#sorted.slice();
  }

  /** The higher seq counts; of two incarnations, the later arrival. `isOld`: a page in flight may drop the row. */
  put(room: ListedRoom, { isOld = false } = {}): boolean {
    const known = this.#byId.get(room.id);
    if (known === room || (known && isOlder(room, known, isOld))) return false;
    if (known) this.#removeSorted(known);
    this.#byId.set(room.id, room);
    this.#sorted.splice(this.countBefore(toListCursor(room)), 0, room);
    this.#changeCount++;
    this.#putAt.set(room.id, isOld ? 0 : this.#changeCount);
    return true;
  }

  delete(roomId: string): boolean {
    const known = this.#byId.get(roomId);
    if (!known) return false;
    this.#removeSorted(known);
    this.#byId.delete(roomId);
    this.#putAt.delete(roomId);
    this.#changeCount++;
    return true;
  }

  clear(): void {
    this.#byId.clear();
    this.#putAt.clear();
    this.#sorted.length = 0;
    this.#changeCount++;
  }

  countBefore(cursor: ListCursor): number {
    let [low, high] = [0, this.#sorted.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const row = this.#sorted[middle];
      if (row && compareCursors(toListCursor(row), cursor) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Drops the rows of a page's range that the page lacks, unless they were put after it was requested. */
  dropUncovered(
    page: ReadonlySet<string>,
    { after, to, asOf }: { after: ListCursor | undefined; to: ListCursor | undefined; asOf: number },
  ): void {
    const start = after ? this.countBefore(after) : 0;
    const end = to ? this.countBefore(to) : this.#sorted.length;
    for (const { id } of this.#sorted.slice(start, end)) {
      if (!page.has(id) && id !== after?.roomId && (this.#putAt.get(id) ?? 0) <= asOf) this.delete(id);
    }
  }

  #removeSorted(known: ListedRoom): void {
    this.#sorted.splice(this.countBefore(toListCursor(known)), 1);
  }
}

function isOlder(room: ListedRoom, known: ListedRoom, isOld: boolean): boolean {
  const isSame = (room.incarnation ?? '') === (known.incarnation ?? '');
  return isSame ? room.seq < known.seq : isOld;
}
