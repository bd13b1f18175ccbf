import { PLACES_PER_MS } from '../search-index.ts';
import { type IndexedRow, listMessageTerms, toPartitionStart } from './message-terms.ts';
import type { SearchFile } from './search-file.ts';

/** Of one transaction. FTS5 erases about a hundred messages a second. */
const MAX_REMOVALS = 50;

/** All open rooms share it, because everyone may read them. */
export const OPEN_PARTITION = 0;

export interface IndexedRoom {
  no: number;
  id: string;
  partition: number;
}

interface IndexedMessage {
  place: number;
  terms: string;
}

interface Addition extends IndexedMessage {
  seq: number;
}

/** The words of messages, and the places of these. Its callers have begun a transaction, and call `begin` first. */
export class WordIndex {
  readonly #file: SearchFile;
  /**
   * Removed in this transaction. With `secure-delete` and without positions, FTS5 of SQLite 3.53 damages lists if a row returns under
   * its number in the transaction that removed it. Node 24 can have that version.
   */
  readonly #removed = new Set<number>();
  #added = 0;

  constructor(file: SearchFile) {
    this.#file = file;
  }

  begin(): void {
    this.#removed.clear();
    this.#added = 0;
  }

  /** Messages that were added or removed since `begin`. */
  get changedMessages(): number {
    return this.#removed.size + this.#added;
  }

  /** Whether words were erased since `begin`. */
  get hasErased(): boolean {
    return this.#removed.size > 0;
  }

  /** Indexes the rows from the seq `from` on as they are now. Returns how many it has done: fewer than all after 50 removals. */
  update(
    room: IndexedRoom,
    rows: readonly IndexedRow[],
    { from = 0, isErasureOnly = false }: { from?: number; isErasureOnly?: boolean } = {},
  ): number {
    const start = toPartitionStart(room.partition);
    const removals: IndexedMessage[] = [];
    const additions: Addition[] = [];
    let done = 0;
    for (const row of rows) {
      if (removals.length >= MAX_REMOVALS) break;
      done++;
      if (row.seq < from) continue;
      const old = this.#find(room.no, row.seq);
      if (!old && isErasureOnly) continue;
      const terms = this.#listTerms(room, row);
      if (old?.terms === terms) continue;
      if (old) removals.push(old);
      if (terms === undefined || isErasureOnly) continue;
      additions.push({ place: row.createdAt * PLACES_PER_MS, seq: row.seq, terms });
    }
    this.#remove(start, removals);
    // FTS5 begins another list whenever a number is smaller than the last one.
    for (const addition of additions.toSorted((a, b) => a.place - b.place))
      this.#add(room.no, start, addition);
    return done;
  }

  /** Of the messages below the seq `before`. Returns false if the room has none of them left. */
  removeSome(room: IndexedRoom, before = Number.MAX_SAFE_INTEGER): boolean {
    const some = this.#file.all<IndexedMessage>(
      'select "place", "terms" from "messages" where "room" = ? and "seq" < ? order by "seq" limit 0 + ?',
      room.no,
      before,
      MAX_REMOVALS,
    );
    this.#remove(toPartitionStart(room.partition), some);
    return some.length === MAX_REMOVALS;
  }

  #listTerms(room: IndexedRoom, row: IndexedRow): string | undefined {
    const toNumber = (uid: string) => this.#toNumber(uid);
    const isOpen = room.partition === OPEN_PARTITION;
    return listMessageTerms(row, { toNumber, room: isOpen ? room.no : undefined })?.join(' ');
  }

  #find(room: number, seq: number): IndexedMessage | undefined {
    const [message] = this.#file.all<IndexedMessage>(
      'select "place", "terms" from "messages" where "room" = ? and "seq" = ?',
      room,
      seq,
    );
    return message;
  }

  #remove(start: string, messages: readonly IndexedMessage[]): void {
    for (const { place, terms } of messages.toSorted((a, b) => a.place - b.place)) {
      this.#file.run(
        `insert into "words" ("words", "rowid", "terms") values ('delete', ?, ?)`,
        place,
        addStart(start, terms),
      );
      this.#file.run('delete from "messages" where "place" = ?', place);
      this.#removed.add(place);
    }
  }

  #add(room: number, start: string, { place: first, seq, terms }: Addition): void {
    const place = this.#findFreePlace(first);
    this.#added++;
    this.#file.run('insert into "messages" values (?, ?, ?, ?)', place, room, seq, terms);
    this.#file.run('insert into "words" ("rowid", "terms") values (?, ?)', place, addStart(start, terms));
  }

  /** A free one at the end of the taken ones, without a look at each: a batch of sends has one time. */
  #findFreePlace(first: number): number {
    if (this.#isFree(first)) return first;
    let taken = first;
    let width = 1;
    for (; !this.#isFree(first + width); width *= 2) taken = first + width;
    let free = first + width;
    while (free - taken > 1) {
      const middle = Math.floor((taken + free) / 2);
      if (this.#isFree(middle)) free = middle;
      else taken = middle;
    }
    return free;
  }

  #isFree(place: number): boolean {
    if (this.#removed.has(place)) return false;
    return this.#file.all('select 1 from "messages" where "place" = ?', place).length === 0;
  }

  #toNumber(uid: string): number {
    const [known] = this.#file.all<{ no: number }>('select "no" from "people" where "id" = ?', uid);
    if (known) return known.no;
    this.#file.run('insert into "people" ("id") values (?)', uid);
    return this.#toNumber(uid);
  }
}

function addStart(start: string, terms: string): string {
  return start + terms.replaceAll(' ', ` ${start}`);
}
