import {
  type Event,
  type EventOf,
  isRoomEvent,
  type ListedRoom,
  type Room,
  type RoomEvent,
  toListCursor,
  toListedRoom,
} from '@snug/protocol';
import type { Connection } from './connection.ts';
import type { Environment } from './environment.ts';
import { type ListRange, RoomListPages } from './room-list-pages.ts';
import { getAddedMessage } from './room-log.ts';
import { RoomRows } from './room-rows.ts';
import { Signal } from './signal.ts';
import { Store } from './store.ts';
import { SummarySubscriber } from './summary-subscriber.ts';

/** How many rows stay when the head of the list is on screen again. */
const ROWS_AT_HEAD = 200;
/** Changes on screen within this time share one command. */
const UPDATE_DELAY_MS = 100;

export interface ListViewport {
  roomIds: readonly string[];
  lastIndex: number;
  isAtHead: boolean;
}

/** Undefined until the first page is known. */
export class RoomList {
  readonly rooms = new Store<readonly ListedRoom[] | undefined>(undefined);
  readonly isComplete: Store<boolean>;
  /** Of followed rooms. */
  readonly summaries = new Signal<EventOf<'room_summary'>>();
  onRowChange: (room: ListedRoom) => void = () => {};
  getOpenRoomIds: () => readonly string[] = () => [];

  readonly #environment: Environment;
  readonly #connection: Pick<Connection, 'request' | 'state'>;
  readonly #rows = new RoomRows();
  readonly #pages: RoomListPages;
  readonly #subscriber: SummarySubscriber;
  /** Programs without a screen see the head. */
  #viewport: ListViewport = { roomIds: [], lastIndex: 0, isAtHead: true };
  #readRoomIds: readonly string[] = [];
  #isHeadSubscribed = false;
  #isUpdateScheduled = false;

  constructor(environment: Environment, connection: Pick<Connection, 'request' | 'state'>) {
    this.#environment = environment;
    this.#connection = connection;
    this.#pages = new RoomListPages({
      environment,
      connection,
      rows: this.#rows,
      getLastIndex: () => this.#viewport.lastIndex,
      onPage: (rooms, range) => this.#applyPage(rooms, range),
    });
    this.isComplete = this.#pages.isComplete;
    this.#subscriber = new SummarySubscriber({
      environment,
      connection,
      getSeq: roomId => this.#rows.get(roomId)?.seq ?? -1,
      onMissing: roomIds => this.#removeRows(roomIds),
    });
  }

  onReconnected(): void {
    this.#isHeadSubscribed = false;
    this.#updateHeadSubscription();
    this.#subscriber.onReconnected();
    this.#pages.onReconnected();
  }

  /** Events of the list or of followed rooms may be lost. The subscriptions stand. */
  resync(): void {
    this.#subscriber.resync();
    this.#pages.readFirst();
  }

  clear(): void {
    this.#rows.clear();
    this.#pages.clear();
    this.rooms.set(undefined);
  }

  /** Shows cached rows, unless the list is known, until the server sends it. */
  restore(rooms: readonly ListedRoom[]): void {
    if (this.rooms.get()) return;
    for (const room of rooms) if (this.#rows.put(room, { isOld: true })) this.onRowChange(room);
    this.#publish();
  }

  apply(event: Event): void {
    if (event.type === 'room_edited') this.add(event.room);
    if (isRoomEvent(event)) this.#applyMessage(event);
    if (event.type === 'list_changed') this.#applyListChanged(event);
    if (event.type !== 'room_summary') return;
    this.add(event.room);
    this.summaries.emit(event);
  }

  add(room: ListedRoom | Room): void {
    if (this.#put(room) && this.rooms.get()) this.#publish();
  }

  getRow(roomId: string): ListedRoom | undefined {
    return this.#rows.get(roomId);
  }

  isFollowed(roomId: string): boolean {
    return this.#subscriber.has(roomId);
  }

  setViewport(viewport: ListViewport): void {
    this.#viewport = viewport;
    this.#scheduleUpdate();
    this.#pages.readAhead();
  }

  /** The rooms that this person reads in this browser, the one visited last first. */
  setReadRooms(roomIds: readonly string[]): void {
    this.#readRoomIds = roomIds;
    this.#scheduleUpdate();
  }

  onOpenRoomsChange(): void {
    this.#scheduleUpdate();
  }

  #scheduleUpdate(): void {
    if (this.#isUpdateScheduled) return;
    this.#isUpdateScheduled = true;
    this.#environment.setTimer(() => {
      this.#isUpdateScheduled = false;
      this.#updateSubscriptions();
    }, UPDATE_DELAY_MS);
  }

  #updateSubscriptions(): void {
    const { isAtHead, roomIds } = this.#viewport;
    // The server sends the head of the list anyway.
    const onScreen = isAtHead ? [] : roomIds;
    this.#subscriber.setRooms([...this.getOpenRoomIds(), ...onScreen, ...this.#readRoomIds]);
    if (isAtHead) this.#evictRows();
    const isNew = this.#updateHeadSubscription();
    if (isNew && isAtHead) this.#pages.readFirst();
  }

  #updateHeadSubscription(): boolean {
    const on = this.#viewport.isAtHead;
    if (on === this.#isHeadSubscribed || this.#connection.state.get().status !== 'connected') return false;
    this.#isHeadSubscribed = on;
    this.#connection.request('watch_list', { on }).catch(() => {
      // The next update tries again.
      if (this.#isHeadSubscribed === on) this.#isHeadSubscribed = !on;
    });
    return true;
  }

  #applyListChanged({ rooms, more }: EventOf<'list_changed'>): void {
    const isChanged = rooms.map(room => this.#put(room)).includes(true);
    if (isChanged && this.rooms.get()) this.#publish();
    if (more) this.#pages.readFirstLater();
  }

  #applyPage(rooms: readonly ListedRoom[], range: ListRange): void {
    this.#rows.dropUncovered(new Set(rooms.map(({ id }) => id)), range);
    for (const room of rooms) this.#put(room);
    this.#publish();
  }

  /** Drops the rows far below the head when the reader is back there; scrolling reads them again. */
  #evictRows(): void {
    const all = this.#rows.all();
    const last = all[ROWS_AT_HEAD - 1];
    if (all.length < 2 * ROWS_AT_HEAD || !last || this.#viewport.lastIndex >= ROWS_AT_HEAD) return;
    for (const { id } of all.slice(ROWS_AT_HEAD)) if (!this.#subscriber.has(id)) this.#rows.delete(id);
    this.#pages.endAt(toListCursor(last));
    this.#publish();
  }

  #removeRows(roomIds: readonly string[]): void {
    const isChanged = roomIds.map(roomId => this.#rows.delete(roomId)).includes(true);
    if (isChanged && this.rooms.get()) this.#publish();
  }

  #applyMessage(event: RoomEvent): void {
    const { roomId, incarnation } = event;
    const message = getAddedMessage(event);
    const room = this.#rows.get(roomId);
    if (!room || !message) return;
    const isSame = (room.incarnation ?? '') === (incarnation ?? '');
    if (isSame && message.changedSeq <= room.seq) return;
    this.add(toListedRoom({ ...room, seq: message.changedSeq, incarnation }, message));
  }

  #put(room: ListedRoom | Room): boolean {
    const row = 'description' in room ? omitDescription(room) : room;
    const isNewer = this.#rows.put(row);
    if (isNewer) this.onRowChange(row);
    return isNewer;
  }

  #publish(): void {
    this.rooms.set(this.#rows.all());
  }
}

function omitDescription({ id, name, createdAt, seq, incarnation, lastMessage }: Room): ListedRoom {
  return {
    id,
    name,
    createdAt,
    seq,
    ...(incarnation && { incarnation }),
    ...(lastMessage && { lastMessage }),
  };
}
