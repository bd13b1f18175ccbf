import {
  CommandError,
  compareCursors,
  cursorOf,
  type Event,
  type EventOf,
  type ListCursor,
  type ListedRoom,
  listedRoom,
  type Room,
} from '@snug/protocol';
import { backoffMs } from './backoff.ts';
import type { Connection } from './connection.ts';
import type { Environment } from './environment.ts';
import { RoomRows } from './room-rows.ts';
import { Signal } from './signal.ts';
import { Store } from './store.ts';
import { RoomFollows } from './summary-subscriber.ts';

/** How many rows below the screen are read before somebody scrolls there. */
const AHEAD = 25;
/** Most rows that are kept: beyond, the rooms are found by their names. */
export const MOST_ROWS = 10_000;
/** So many rows stay when the head of the list is on screen again. */
const ROWS_AT_HEAD = 200;
/** For how long what comes on screen and leaves it gathers before the server is told, ms. */
const GATHER_MS = 100;
/** Everyone who is told that there is more reads the first page within this time, ms. */
const REREAD_MS = 5_000;

/** What of the list is on screen. */
export interface ListLook {
  roomIds: readonly string[];
  /** The place of the last of them in the list. */
  last: number;
  /** Whether the first row is one of them. */
  isHead: boolean;
}

/** The list of rooms, as far as it is here: the most recently active room first; undefined until the first page is known. */
export class RoomList {
  readonly rooms = new Store<readonly ListedRoom[] | undefined>(undefined);
  /** Whether `rooms` are all that there are. */
  readonly isComplete = new Store(false);
  /** What happened in a room that is followed. */
  readonly summaries = new Signal<EventOf<'room_summary'>>();
  /** Called with each row that is new or changed. */
  onRow: (room: ListedRoom) => void = () => {};
  /** The rooms that are open now. */
  openRooms: () => readonly string[] = () => [];

  readonly #environment: Environment;
  readonly #connection: Pick<Connection, 'request' | 'state'>;
  readonly #rows = new RoomRows();
  readonly #follows: RoomFollows;
  #attempt = 0;
  /** The end of what pages have covered; undefined before the first page, and where that is all. */
  #end: ListCursor | undefined;
  #isReading = false;
  #isFirstPageDue = false;
  /** Programs without a screen see the head. */
  #look: ListLook = { roomIds: [], last: 0, isHead: true };
  #marked: readonly string[] = [];
  /** Whether the server sends the head on this connection. */
  #isHeadSent = false;
  #isGathering = false;
  #stopRereading: (() => void) | undefined;

  constructor(environment: Environment, connection: Pick<Connection, 'request' | 'state'>) {
    this.#environment = environment;
    this.#connection = connection;
    this.#follows = new RoomFollows({
      environment,
      connection,
      seqOf: roomId => this.#rows.get(roomId)?.seq ?? -1,
      onMissing: roomIds => this.#removed(roomIds),
    });
  }

  /** The connection is new: the first page is read again, and the rooms that matter here are followed again. */
  reconnected(): void {
    this.#attempt = 0;
    this.#isReading = false;
    this.#isHeadSent = false;
    this.#stopRereading?.();
    this.#declareHead();
    this.#follows.reconnected();
    this.#readFirstPage();
  }

  /** Forgets all rooms: the server started over. */
  clear(): void {
    this.#rows.clear();
    this.#end = undefined;
    this.isComplete.set(false);
    this.rooms.set(undefined);
  }

  /** Shows rows as they were, unless the list is known; until the server says how they are. */
  restore(rooms: readonly ListedRoom[]): void {
    if (this.rooms.get()) return;
    for (const room of rooms) if (this.#rows.put(room, { isOld: true })) this.onRow(room);
    this.#publish();
  }

  apply(event: Event): void {
    if (event.type === 'room_edited') this.add(event.room);
    if (event.type === 'message_sent') this.#showMessage(event);
    if (event.type === 'list_changed') this.#headChanged(event);
    if (event.type !== 'room_summary') return;
    this.add(event.room);
    this.summaries.emit(event);
  }

  /** A room that is known from elsewhere, such as the answer to its creation. */
  add(room: ListedRoom | Room): void {
    if (this.#put(room) && this.rooms.get()) this.#publish();
  }

  /** The row of a room, if it is here. */
  row(roomId: string): ListedRoom | undefined {
    return this.#rows.get(roomId);
  }

  isFollowed(roomId: string): boolean {
    return this.#follows.has(roomId);
  }

  /** What of the list is on screen from now on. */
  look(look: ListLook): void {
    this.#look = look;
    this.#gather();
    this.#readOn();
  }

  /** The rooms that this person reads in this browser, the one that was visited last first. */
  mark(roomIds: readonly string[]): void {
    this.#marked = roomIds;
    this.#gather();
  }

  /** The open rooms are others now. */
  openRoomsChanged(): void {
    this.#gather();
  }

  #gather(): void {
    if (this.#isGathering) return;
    this.#isGathering = true;
    this.#environment.setTimer(() => {
      this.#isGathering = false;
      this.#declare();
    }, GATHER_MS);
  }

  #declare(): void {
    const { isHead, roomIds } = this.#look;
    // The head of the list comes by itself.
    const onScreen = isHead ? [] : roomIds;
    this.#follows.want([...this.openRooms(), ...onScreen, ...this.#marked]);
    if (isHead) this.#letGo();
    const isNew = this.#declareHead();
    if (isNew && isHead) this.#readFirstPage();
  }

  /** Whether the server is told something new. */
  #declareHead(): boolean {
    const on = this.#look.isHead;
    if (on === this.#isHeadSent || this.#connection.state.get().status !== 'connected') return false;
    this.#isHeadSent = on;
    this.#connection.request('watch_list', { on }).catch(() => {
      // The next look at the list tries again.
      if (this.#isHeadSent === on) this.#isHeadSent = !on;
    });
    return true;
  }

  #headChanged({ rooms, more }: EventOf<'list_changed'>): void {
    const isChanged = rooms.map(room => this.#put(room)).includes(true);
    if (isChanged && this.rooms.get()) this.#publish();
    if (!more) return;
    const wait = this.#environment.random() * REREAD_MS;
    this.#stopRereading ??= this.#environment.setTimer(() => {
      this.#stopRereading = undefined;
      this.#readFirstPage();
    }, wait);
  }

  #readFirstPage(): void {
    if (this.#isReading) this.#isFirstPageDue = true;
    else void this.#read(undefined);
  }

  /** Reads the next page where the screen comes near to the end of what is known. */
  #readOn(): void {
    if (this.#isReading || !this.#end || this.#rows.size >= MOST_ROWS) return;
    if (this.#rows.countBefore(this.#end) - this.#look.last <= AHEAD) void this.#read(this.#end);
  }

  async #read(before: ListCursor | undefined): Promise<void> {
    // Without a connection, the next one starts the reading again.
    if (this.#connection.state.get().status !== 'connected') return;
    this.#isReading = true;
    if (!before) this.#isFirstPageDue = false;
    const asOf = this.#rows.changes;
    try {
      const page = await this.#connection.request('list_rooms', { ...(before && { before }) });
      this.#attempt = 0;
      this.#isReading = false;
      this.#showPage(page, before, asOf);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      this.#isReading = false;
      return this.#retry(error, before);
    }
    if (this.#isFirstPageDue) this.#readFirstPage();
    else this.#readOn();
  }

  #showPage(
    { rooms, next }: { rooms: readonly ListedRoom[]; next?: ListCursor | undefined },
    after: ListCursor | undefined,
    asOf: number,
  ): void {
    this.#rows.dropUncovered(new Set(rooms.map(({ id }) => id)), { after, to: next, asOf });
    for (const room of rooms) this.#put(room);
    this.#end = next;
    this.isComplete.set(next === undefined);
    this.#publish();
  }

  #retry(error: CommandError, before: ListCursor | undefined): void {
    if (!error.retry || this.#connection.state.get().status !== 'connected') return;
    const wait = Math.max(
      backoffMs(this.#attempt++, this.#environment.random),
      (error.retryAfter ?? 0) * 1000,
    );
    this.#environment.setTimer(() => {
      if (before) this.#readOn();
      else this.#readFirstPage();
    }, wait);
  }

  /** The rows far below the head, once somebody is back there; they are read again by whoever scrolls. */
  #letGo(): void {
    const all = this.#rows.all();
    const last = all[ROWS_AT_HEAD - 1];
    if (all.length < 2 * ROWS_AT_HEAD || !last || this.#look.last >= ROWS_AT_HEAD) return;
    for (const { id } of all.slice(ROWS_AT_HEAD)) if (!this.#follows.has(id)) this.#rows.delete(id);
    const end = cursorOf(last);
    if (!this.#end || compareCursors(end, this.#end) < 0) this.#end = end;
    this.isComplete.set(false);
    this.#publish();
  }

  #removed(roomIds: readonly string[]): void {
    const isChanged = roomIds.map(roomId => this.#rows.delete(roomId)).includes(true);
    if (isChanged && this.rooms.get()) this.#publish();
  }

  #showMessage({ roomId, incarnation, message }: EventOf<'message_sent'>): void {
    const room = this.#rows.get(roomId);
    if (!room) return;
    const isSame = (room.incarnation ?? '') === (incarnation ?? '');
    if (isSame && message.changedSeq <= room.seq) return;
    this.add(listedRoom({ ...room, seq: message.changedSeq, incarnation }, message));
  }

  /** Whether that is news. */
  #put(room: ListedRoom | Room): boolean {
    const row = 'description' in room ? rowOf(room) : room;
    const isNews = this.#rows.put(row);
    if (isNews) this.onRow(row);
    return isNews;
  }

  #publish(): void {
    this.rooms.set(this.#rows.all());
  }
}

function rowOf({ id, name, createdAt, seq, incarnation, lastMessage }: Room): ListedRoom {
  return {
    id,
    name,
    createdAt,
    seq,
    ...(incarnation && { incarnation }),
    ...(lastMessage && { lastMessage }),
  };
}
