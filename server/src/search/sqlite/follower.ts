import { findIncarnation, type LogPosition, type MessageSource, type SourceRoom } from './message-source.ts';
import type { SearchFile } from './search-file.ts';
import { type IndexedRoom, OPEN_PARTITION, WordIndex } from './word-index.ts';

const ROOMS_PER_COMPARISON = 1_000;
/** A younger room is read from the beginning of its log. */
const SHORT_LOG = 200;

interface FollowedRoom extends IndexedRoom {
  /** All changes up to this seq are applied. */
  changed: number;
  /** Under which the change `changed` was made. */
  incarnation: string;
  /** Live messages from this seq on are indexed; 0 for all. */
  oldest: number;
  /** 1, while its messages are removed. */
  isLeaving: number;
  /** Messages below this seq are trimmed. */
  first: number;
}

const ROOM =
  'select "no", "id", "partition", "changed", "incarnation", "oldest", "isLeaving", "first" from "rooms"';

export interface FollowerProgress {
  /** Rooms of which older messages are missing. */
  unbuiltRooms: number;
  /** Of all changes, from 0 to 1. */
  share: number;
  /** Messages of deleted rooms, and trimmed ones. */
  leavingMessages: number;
}

/**
 * Brings the index up to the logs of the rooms, in bounded steps. Each step is one transaction with the positions that it reaches, so
 * a killed follower goes on where it was.
 */
export class Follower {
  readonly #file: SearchFile;
  readonly #source: MessageSource;
  readonly #words: WordIndex;
  /** Since when. The first one is next. */
  readonly #changed = new Map<string, number>();
  readonly #now: () => number;
  /** The last compared room; undefined if all are. */
  #compared: string | undefined = '';
  /** Those of the changed rooms that may have words to erase. */
  readonly #unerased = new Set<string>();
  /** Up to which seq words were erased before the other changes, by room. */
  readonly #erased = new Map<string, number>();
  /** Words that changes before this time replaced are erased. */
  #erasedAt = Number.NEGATIVE_INFINITY;

  constructor(file: SearchFile, source: MessageSource, now: () => number) {
    this.#file = file;
    this.#source = source;
    this.#words = new WordIndex(file);
    this.#now = now;
  }

  announce(roomIds: readonly string[]): void {
    for (const id of roomIds) {
      if (!this.#changed.has(id)) this.#changed.set(id, this.#now());
      this.#unerased.add(id);
    }
  }

  /** All rooms are looked at once more, for changes that nobody announced. */
  compareAgain(): void {
    this.#compared = '';
  }

  /** Whether every room is known. */
  get isCompared(): boolean {
    return this.#compared === undefined;
  }

  /** Whether words were erased in the last step. */
  get hasErased(): boolean {
    return this.#words.hasErased;
  }

  /** Messages that the last step added or removed. */
  get changedMessages(): number {
    return this.#words.changedMessages;
  }

  /** The rooms that wait since `time` or longer. */
  listWaiting(time: number): string[] {
    return [...this.#changed].flatMap(([id, since]) => (since <= time ? [id] : []));
  }

  /** Whether no word is left of what was deleted up to `time`, nor of a deleted room. */
  hasErasedUntil(time: number): boolean {
    const isWaiting = [...this.#changed.values()].some(since => since <= time);
    if (!this.isCompared || (isWaiting && this.#erasedAt < time)) return false;
    return !this.#hasRooms('isLeaving') && !this.#hasRooms('isTrimming');
  }

  /** Applies changes of one room. Returns false if no room has any. */
  async applyChanges(): Promise<boolean> {
    const [first] = this.#changed;
    if (!first) return false;
    const [id, since] = first;
    this.#changed.delete(id);
    this.#unerased.delete(id);
    let isDone = false;
    try {
      isDone = await this.#applyChangesOf(id);
    } finally {
      // After the others, and not before changes that were announced meanwhile.
      if (!isDone) this.#waitAgain(id, since);
    }
    if (isDone) this.#erased.delete(id);
    return true;
  }

  /** Erases what changes replaced, and adds nothing. Returns false if nothing is left to erase. */
  async eraseChanges(): Promise<boolean> {
    const began = this.#now();
    for (const id of this.#unerased) {
      this.#unerased.delete(id);
      let hasErased = true;
      try {
        hasErased = await this.#eraseChangesOf(id);
      } catch (error) {
        this.#unerased.add(id);
        throw error;
      }
      if (hasErased) return true;
    }
    this.#erasedAt = began;
    return false;
  }

  /** Compares the positions of some rooms. Returns false if all are compared. */
  async compareRooms(): Promise<boolean> {
    if (this.#compared === undefined) return false;
    const rooms = await this.#source.listRooms(this.#compared, ROOMS_PER_COMPARISON);
    const last = rooms.at(-1)?.id;
    const known = this.#listKnown(this.#compared, last);
    const ids = new Set(rooms.map(({ id }) => id));
    // Erased while the index was away.
    this.announce([...known.keys()].filter(id => !ids.has(id)));
    this.#change(() => {
      for (const room of rooms) {
        const own = known.get(room.id);
        if (!own) this.#follow(room);
        else if (own.changed !== room.seq || own.incarnation !== room.incarnation || room.deletedAt !== null)
          this.announce([room.id]);
      }
    });
    this.#compared = rooms.length < ROOMS_PER_COMPARISON ? undefined : last;
    return true;
  }

  /** Removes some messages of a deleted room, of one whose log is another one now, or of a trimmed one. */
  async removeRooms(): Promise<boolean> {
    const [room] = this.#file.all<IndexedRoom>(`${ROOM} where "isLeaving" = 1 limit 1`);
    if (!room) return this.#removeTrimmed();
    const isLeft = this.#change(() => {
      const hasMore = this.#words.removeSome(room);
      if (!hasMore) this.#file.run('delete from "rooms" where "no" = ?', room.no);
      return hasMore;
    });
    // It begins again, unless it is deleted.
    if (!isLeft) this.announce([room.id]);
    return true;
  }

  #removeTrimmed(): boolean {
    const [room] = this.#file.all<FollowedRoom>(`${ROOM} where "isTrimming" = 1 limit 1`);
    if (!room) return false;
    this.#change(() => {
      if (!this.#words.removeSome(room, room.first))
        this.#file.run('update "rooms" set "isTrimming" = 0 where "no" = ?', room.no);
    });
    return true;
  }

  /** Indexes older messages, of all rooms the newest ones first. */
  async buildSome(): Promise<boolean> {
    const [room] = this.#file.all<FollowedRoom>(
      `${ROOM} where "oldest" > 0 and "isLeaving" = 0 order by "newestAt" desc limit 1`,
    );
    if (!room) return false;
    const { rows, hasMore } = await this.#source.readBelow(room.id, room.oldest);
    this.#change(() => {
      const done = this.#words.update(room, rows);
      const last = rows[done - 1];
      const isLeft = hasMore || done < rows.length;
      this.#file.run(
        'update "rooms" set "oldest" = ?, "newestAt" = ? where "no" = ?',
        isLeft ? (last?.seq ?? 0) : 0,
        last?.createdAt ?? 0,
        room.no,
      );
    });
    return true;
  }

  readProgress(): FollowerProgress {
    const [sums] = this.#file.all<{ changed: number; oldest: number; unbuilt: number }>(
      `select (select coalesce(sum("changed"), 0) from "rooms") as "changed", coalesce(sum("oldest"), 0) as "oldest",
         count(*) as "unbuilt" from "rooms" where "oldest" > 0`,
    );
    const { changed = 0, oldest = 0, unbuilt = 0 } = sums ?? {};
    const [leaving] = this.#file.all<{ count: number }>(
      `select count(*) as "count" from "rooms" r join "messages" m on m."room" = r."no"
       where r."isLeaving" = 1 or (r."isTrimming" = 1 and m."seq" < r."first")`,
    );
    const share = changed === 0 ? 1 : Math.max(0, 1 - oldest / changed);
    return { unbuiltRooms: unbuilt, share, leavingMessages: leaving?.count ?? 0 };
  }

  #waitAgain(id: string, since: number): void {
    this.#changed.set(id, since);
    this.#unerased.add(id);
  }

  /** Returns false if the room has nothing to erase. */
  async #eraseChangesOf(id: string): Promise<boolean> {
    const room = this.#find(id);
    if (!room || room.isLeaving) return false;
    const after = Math.max(room.changed, this.#erased.get(id) ?? 0);
    const changes = await this.#source.readReplaced(id, toPosition(room), after);
    if (!changes.room || !changes.isContinued) {
      this.#change(() => this.#leave(room));
      return true;
    }
    const { rows, end, room: now } = changes;
    if (rows.length > 0 || isTrimmedSince(room, now))
      this.#change(() => {
        this.#trim(room, now);
        this.#words.update(room, rows, { from: room.oldest, isErasureOnly: true });
      });
    this.#erased.set(id, end);
    const isDone = end >= changes.room.seq;
    if (!isDone) this.#unerased.add(id);
    return rows.length > 0 || !isDone;
  }

  /** Returns whether the room has no more changes. */
  async #applyChangesOf(id: string): Promise<boolean> {
    const room = this.#find(id);
    if (room?.isLeaving) return true;
    if (!room) {
      const found = await this.#source.findRoom(id);
      if (found) this.#change(() => this.#follow(found));
      return true;
    }
    const changes = await this.#source.readChanges(id, toPosition(room));
    if (!changes.room || !changes.isContinued) {
      this.#change(() => this.#leave(room));
      return true;
    }
    const { room: now, rows, hasMore, incarnations } = changes;
    return this.#change(() => {
      this.#trim(room, now);
      const done = this.#words.update(room, rows, { from: room.oldest });
      const isComplete = !hasMore && done === rows.length;
      const changed = isComplete ? now.seq : (rows[done - 1]?.changedSeq ?? room.changed);
      this.#file.run(
        'update "rooms" set "changed" = ?, "incarnation" = ? where "no" = ?',
        changed,
        findIncarnation(incarnations, changed),
        room.no,
      );
      return isComplete;
    });
  }

  #follow({ id, kind, seq, incarnation, changedAt, deletedAt }: SourceRoom): void {
    if (deletedAt !== null) return;
    const isShort = seq <= SHORT_LOG;
    this.#file.run(
      `insert into "rooms" ("id", "partition", "changed", "incarnation", "oldest", "newestAt") values (?, ?, ?, ?, ?, ?)`,
      id,
      OPEN_PARTITION,
      isShort ? 0 : seq,
      isShort ? '' : incarnation,
      isShort ? 0 : seq + 1,
      changedAt,
    );
    if (kind !== 'open') this.#file.run('update "rooms" set "partition" = "no" where "id" = ?', id);
    if (isShort) this.announce([id]);
  }

  /** A removal step of its own takes the messages: there can be any number. */
  #trim(room: FollowedRoom, now: SourceRoom): void {
    if (isTrimmedSince(room, now))
      this.#file.run(
        'update "rooms" set "first" = ?, "isTrimming" = 1 where "no" = ?',
        now.trimmedBefore,
        room.no,
      );
  }

  #hasRooms(state: 'isLeaving' | 'isTrimming'): boolean {
    return this.#file.all(`select 1 from "rooms" where "${state}" = 1 limit 1`).length > 0;
  }

  #leave(room: IndexedRoom): void {
    this.#file.run('update "rooms" set "isLeaving" = 1, "oldest" = 0 where "no" = ?', room.no);
  }

  #find(id: string): FollowedRoom | undefined {
    return this.#file.all<FollowedRoom>(`${ROOM} where "id" = ?`, id)[0];
  }

  /** In the order of ids. `last`: inclusive, or undefined for the end. */
  #listKnown(after: string, last: string | undefined): ReadonlyMap<string, FollowedRoom> {
    const rows = this.#file.all<FollowedRoom>(
      `${ROOM} where "id" > ? and "id" <= ?`,
      after,
      last ?? '\u{10ffff}',
    );
    return new Map(rows.map(room => [room.id, room]));
  }

  #change<Result>(change: () => Result): Result {
    this.#words.begin();
    return this.#file.transact(change);
  }
}

function isTrimmedSince({ first }: FollowedRoom, { trimmedBefore }: SourceRoom): boolean {
  return (trimmedBefore ?? 0) > first;
}

function toPosition({ changed, incarnation }: FollowedRoom): LogPosition {
  return { seq: changed, incarnation };
}
