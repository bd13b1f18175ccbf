import { compareCursors, type ListCursor, type ListedRoom, toListCursor } from '@snug/protocol';

/** Deletions before the newest ones are forgotten: no page is in flight for so long. */
const MAX_DELETIONS = 1_000;

type RowPredicate = (room: ListedRoom) => boolean;

/** Rows of the list of rooms, always in order. A change needs no sort, however many rows there are. */
export class RoomRows {
  readonly #byId = new Map<string, ListedRoom>();
  readonly #sorted: ListedRoom[] = [];
  readonly #putAt = new Map<string, number>();
  readonly #deletedAt = new Map<string, number>();
  #changeCount = 0;

  get changeCount(): number {
    return this.#changeCount;
  }

  count(isCounted: RowPredicate): number {
    return this.#sorted.filter(isCounted).length;
  }

  get(roomId: string): ListedRoom | undefined {
    return this.#byId.get(roomId);
  }

  all(): readonly ListedRoom[] {
    return this.#sorted.slice();
  }

  /**
   * Returns whether a row changed. The higher seq counts; of two incarnations, the later arrival. `isOld`: a page in flight may drop the
   * row. The row of an archived room is deleted.
   */
  put(room: ListedRoom, { isOld = false } = {}): boolean {
    const known = this.#byId.get(room.id);
    if (known === room || (known && isOlder(room, known, isOld))) return false;
    if (room.archivedAt !== undefined) return this.delete(room.id);
    this.#changeCount++;
    this.#putAt.set(room.id, isOld ? 0 : this.#changeCount);
    if (known && isSame(known, room)) return false;
    if (known) this.#removeSorted(known);
    this.#deletedAt.delete(room.id);
    this.#byId.set(room.id, room);
    this.#sorted.splice(this.countBefore(toListCursor(room)), 0, room);
    return true;
  }

  delete(roomId: string): boolean {
    this.#noteDeletion(roomId);
    return this.#drop(roomId);
  }

  #drop(roomId: string): boolean {
    const known = this.#byId.get(roomId);
    if (!known) return false;
    this.#removeSorted(known);
    this.#byId.delete(roomId);
    this.#putAt.delete(roomId);
    return true;
  }

  /** Whether a page that was requested at this `changeCount` may still contain a deleted row. */
  isDeletedSince(roomId: string, changeCount: number): boolean {
    return (this.#deletedAt.get(roomId) ?? 0) > changeCount;
  }

  clear(): void {
    this.#byId.clear();
    this.#putAt.clear();
    this.#deletedAt.clear();
    this.#sorted.length = 0;
    this.#changeCount++;
  }

  /** The number of counted rows before the cursor. */
  countPartBefore(cursor: ListCursor, isCounted: RowPredicate): number {
    return this.#sorted.slice(0, this.countBefore(cursor)).filter(isCounted).length;
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

  /**
   * Drops the listed rows of a page's range that the page lacks, unless they were put after it was requested. Such a row may have
   * moved to another list, whose page is in flight and may put it again.
   */
  dropUncovered(
    page: ReadonlySet<string>,
    { after, to, asOf }: { after: ListCursor | undefined; to: ListCursor | undefined; asOf: number },
    isListed: RowPredicate,
  ): void {
    const start = after ? this.countBefore(after) : 0;
    const end = to ? this.countBefore(to) : this.#sorted.length;
    for (const { id } of this.#sorted.slice(start, end).filter(isListed)) {
      if (!page.has(id) && id !== after?.roomId && (this.#putAt.get(id) ?? 0) <= asOf) this.#drop(id);
    }
  }

  #noteDeletion(roomId: string): void {
    this.#deletedAt.delete(roomId);
    this.#deletedAt.set(roomId, ++this.#changeCount);
    const [oldest] = this.#deletedAt.keys();
    if (this.#deletedAt.size > MAX_DELETIONS && oldest !== undefined) this.#deletedAt.delete(oldest);
  }

  #removeSorted(known: ListedRoom): void {
    this.#sorted.splice(this.countBefore(toListCursor(known)), 1);
  }
}

function isOlder(room: ListedRoom, known: ListedRoom, isOld: boolean): boolean {
  const isSame = (room.incarnation ?? '') === (known.incarnation ?? '');
  return isSame ? room.seq < known.seq : isOld;
}

/** A room's event and its summary bring the same row, from the same function. */
function isSame(one: ListedRoom, other: ListedRoom): boolean {
  return one.seq === other.seq && JSON.stringify(one) === JSON.stringify(other);
}
