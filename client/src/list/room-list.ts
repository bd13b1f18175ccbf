import {
  type Event,
  type EventOf,
  isRoomEvent,
  type ListedRoom,
  MAX_WATCHED_SUMMARIES,
  type ReadState,
  type Room,
  type RoomEvent,
  toListCursor,
  toListedRoom,
} from '@snug/protocol';
import { Signal } from '../base/signal.ts';
import type { Connection } from '../connection/connection.ts';
import type { Environment } from '../environment.ts';
import { getAddedMessage } from '../rooms/apply-event.ts';
import type { Memberships } from '../rooms/memberships.ts';
import { ListFollower, type ListViewport } from './list-follower.ts';
import { ListParts } from './list-parts.ts';
import { omitDescription, omitMembership } from './list-row.ts';
import { type ListRange, READ_AHEAD_ROWS, RoomListPages } from './room-list-pages.ts';
import { RoomRows } from './room-rows.ts';

/** How many rows of other rooms stay when the head of their list is on screen again. */
const ROWS_AT_HEAD = 200;
/** Only rooms with a row are followed. Pages that nobody sees follow this long after the first one, and after each other. */
const FOLLOW_DELAY_MS = 2_000;
const FOLLOW_INTERVAL_MS = 500;
/** The first page shows which rooms are active of those that a connection cannot follow. */
const UNFOLLOWED_INTERVAL_MS = 30_000;

interface RoomListOptions {
  environment: Environment;
  connection: Pick<Connection, 'request' | 'state'>;
  memberships: Memberships;
  getOpenRoomIds: () => readonly string[];
  /** The position of the numbers of unread messages; undefined without any. */
  getCountedSeq: (roomId: string) => number | undefined;
  onRowChange: (room: ListedRoom) => void;
  /** The person's read cursors, which came with rows. */
  onReads: (reads: readonly (readonly [roomId: string, read: ReadState])[]) => void;
  /** These rooms do not exist, or this person cannot read them. */
  onMissing: (roomIds: readonly string[]) => void;
}

export class RoomList {
  /** In order of activity, like its two parts. Undefined until the first page is known. */
  readonly rooms: ListParts['rooms'];
  /** The rooms of which this person is a member. */
  readonly ownRooms: ListParts['own'];
  readonly otherRooms: ListParts['other'];
  readonly parts: ListParts['both'];
  /** They have no unread count and play no sound. */
  readonly requests: ListParts['requests'];
  /** Of the other rooms. */
  readonly isComplete: RoomListPages['isComplete'];
  readonly areOwnComplete: RoomListPages['isComplete'];
  /** Of followed rooms. */
  readonly summaries = new Signal<EventOf<'room_summary'>>();

  readonly #options: RoomListOptions;
  readonly #rows = new RoomRows();
  readonly #parts: ListParts;
  readonly #pages: RoomListPages;
  readonly #ownPages: RoomListPages;
  readonly #favouritePages: RoomListPages;
  readonly #requestPages: RoomListPages;
  readonly #follower: ListFollower;
  #areFavouritesDue = true;
  #isFollowDue = false;
  #cancelFollow: (() => void) | undefined;

  constructor(listOptions: RoomListOptions) {
    this.#options = listOptions;
    const { environment, connection, memberships } = listOptions;
    this.#parts = new ListParts(memberships);
    ({
      rooms: this.rooms,
      own: this.ownRooms,
      other: this.otherRooms,
      both: this.parts,
      requests: this.requests,
    } = this.#parts);
    this.#follower = this.#createFollower();
    const options = { environment, connection, rows: this.#rows };
    this.#pages = new RoomListPages({
      ...options,
      isShown: this.#parts.isOther,
      getLastIndex: () => (this.#isOtherPartNear ? this.#follower.lastIndex : Number.NEGATIVE_INFINITY),
      onPage: (rooms, range) => this.#applyPage(rooms, range),
    });
    this.#ownPages = new RoomListPages({
      ...options,
      mine: true,
      isShown: this.#parts.isOwn,
      getLastIndex: () =>
        Math.max(this.#follower.lastOwnIndex, this.#isFollowDue ? MAX_WATCHED_SUMMARIES : 0),
      onPage: (rooms, range) => this.#applyOwnPage(rooms, range),
    });
    this.#favouritePages = new RoomListPages({
      ...options,
      mine: 'favourites',
      isShown: this.#parts.isOwn,
      getLastIndex: () => Number.MAX_SAFE_INTEGER,
      onPage: rooms => this.#applyRows(rooms),
    });
    this.#requestPages = new RoomListPages({
      ...options,
      mine: 'requests',
      isShown: this.#parts.isWaiting,
      getLastIndex: () => Number.MAX_SAFE_INTEGER,
      onPage: (rooms, range) => this.#applyRequestPage(rooms, range),
    });
    this.isComplete = this.#pages.isComplete;
    this.areOwnComplete = this.#ownPages.isComplete;
    memberships.joinedRoomIds.subscribe(() => this.#onJoinedChange());
    memberships.options.subscribe(() => this.#onJoinedChange());
  }

  onReconnected(): void {
    this.#follower.onReconnected();
    this.#ownPages.onReconnected();
    this.#favouritePages.onReconnected();
    this.#requestPages.onReconnected();
    this.#areFavouritesDue = true;
    this.#isFollowDue = false;
    this.#cancelFollow?.();
    this.#cancelFollow = undefined;
    this.#pages.onReconnected();
    this.#pages.readFirst();
  }

  /** The ids of the joined rooms are known, as of this connection. */
  onJoinedRead(hasRequests: boolean): void {
    // Also rows that are not shown yet.
    this.remove(this.#rows.all().flatMap(row => (this.#parts.isVisible(row) ? [] : row.id)));
    this.#follower.retryMissing();
    this.#ownPages.readFirst();
    if (hasRequests) this.#requestPages.readFirst();
  }

  /** Events of the list or of followed rooms may be lost. The subscriptions stand. */
  resync(): void {
    this.#follower.resync();
    this.#pages.readFirst();
  }

  clear(): void {
    this.#rows.clear();
    this.#pages.clear();
    this.#ownPages.clear();
    this.#favouritePages.clear();
    this.#requestPages.clear();
    this.#parts.clear();
  }

  /** Shows cached rows, unless the list is known, until the server sends it. */
  restore(rooms: readonly ListedRoom[]): void {
    if (this.rooms.get()) return;
    for (const room of this.#takeMemberships(rooms))
      if (this.#rows.put(room, { isOld: true })) this.#options.onRowChange(room);
    this.#publish();
  }

  apply(event: Event): void {
    if (event.type === 'room_edited') this.add(event.room);
    if (isRoomEvent(event)) this.#applyMessage(event);
    if (event.type === 'list_changed') this.#applyListChanged(event);
    if (event.type !== 'room_summary') return;
    this.add(event.room);
    if (!this.#options.memberships.isRequest(event.room.id)) this.summaries.emit(event);
  }

  add(room: ListedRoom | Room): void {
    if (this.#put(room)) this.#publishKnown();
  }

  remove(roomIds: readonly string[]): void {
    if (roomIds.map(roomId => this.#rows.delete(roomId)).includes(true)) this.#publishKnown();
  }

  /** After a person joins a room again, its subscription may be over. */
  followAgain(roomId: string): void {
    this.#follower.followAgain(roomId);
  }

  getRow(roomId: string): ListedRoom | undefined {
    return this.#rows.get(roomId);
  }

  isFollowed(roomId: string): boolean {
    return this.#follower.has(roomId);
  }

  setViewport(viewport: ListViewport): void {
    this.#follower.setViewport(viewport);
    this.#pages.readAhead();
    this.#ownPages.readAhead();
  }

  onOpenRoomsChange(): void {
    this.#publishKnown();
    this.#follower.scheduleUpdate();
  }

  #createFollower(): ListFollower {
    const { environment, connection, getOpenRoomIds, getCountedSeq, onMissing } = this.#options;
    return new ListFollower({
      environment,
      connection,
      getOpenRoomIds,
      getOwnRoomIds: () => {
        const own = this.#parts.favouritesFirst(this.ownRooms.get() ?? []);
        return [...own, ...this.#rows.all().filter(this.#parts.isWaiting)].map(({ id }) => id);
      },
      getSeq: roomId => {
        const { seq = -1 } = this.#rows.get(roomId) ?? {};
        // The steps between the two would never be counted.
        return Math.min(seq, getCountedSeq(roomId) ?? seq);
      },
      onMissing,
      onUpdate: isAtHead => isAtHead && this.#evictRows(),
      onHeadSubscribed: () => this.#pages.readFirst(),
    });
  }

  #followLater(delayMs: number): void {
    this.#cancelFollow ??= this.#options.environment.setTimer(() => {
      this.#cancelFollow = undefined;
      this.#isFollowDue = true;
      this.#ownPages.readAhead();
    }, delayMs);
  }

  /** A page of open rooms also contains rooms of this person: a member of many may need many pages to see one other room. */
  get #isOtherPartNear(): boolean {
    const { lastIndex, lastOwnIndex } = this.#follower;
    if (lastIndex >= 0 || lastOwnIndex < 0) return true;
    const joinedCount = this.#options.memberships.joinedRoomIds.get()?.size ?? 0;
    const ownCount = this.areOwnComplete.get() ? (this.parts.get().own?.length ?? 0) : joinedCount;
    return ownCount - 1 - lastOwnIndex <= READ_AHEAD_ROWS;
  }

  #onJoinedChange(): void {
    this.#publishKnown();
    this.#follower.scheduleUpdate();
  }

  #applyListChanged({ rooms, removed = [], more }: EventOf<'list_changed'>): void {
    const isChanged = rooms.map(room => this.#put(room)).includes(true);
    const isRemoved = removed.map(roomId => this.#rows.delete(roomId)).includes(true);
    if (isChanged || isRemoved) this.#publishKnown();
    if (more) this.#pages.readFirstLater();
  }

  #applyPage(rooms: readonly ListedRoom[], range: ListRange): void {
    this.#putPage(rooms, range, this.#parts.isOther);
    this.#publish();
  }

  #applyOwnPage(page: readonly ListedRoom[], range: ListRange): void {
    this.#putPage(this.#takeMemberships(page), range, this.#parts.isOwn);
    this.#publishKnown();
    this.#isFollowDue = false;
    this.#followLater(range.after ? FOLLOW_INTERVAL_MS : FOLLOW_DELAY_MS);
    // The end of this part may be on screen, above the other rooms.
    if (!range.to) this.#pages.readAhead();
    if (range.to && this.#areFavouritesDue) {
      // Further pages may have more of them, which come first.
      this.#areFavouritesDue = false;
      this.#favouritePages.readFirst();
    }
    this.#follower.scheduleUpdate();
    const joinedCount = this.#options.memberships.joinedRoomIds.get()?.size ?? 0;
    if (joinedCount > MAX_WATCHED_SUMMARIES) this.#ownPages.pollLater(UNFOLLOWED_INTERVAL_MS);
  }

  #applyRequestPage(page: readonly ListedRoom[], range: ListRange): void {
    this.#putPage(this.#takeMemberships(page), range, this.#parts.isWaiting);
    this.#publishKnown();
  }

  #applyRows(rooms: readonly ListedRoom[]): void {
    for (const room of this.#takeMemberships(rooms)) this.#put(room);
    this.#publishKnown();
  }

  #takeMemberships(rooms: readonly ListedRoom[]): ListedRoom[] {
    this.#options.memberships.applyRows(rooms);
    this.#options.onReads(rooms.flatMap(({ id, read }) => (read ? [[id, read] as const] : [])));
    return rooms.map(omitMembership);
  }

  #putPage(rooms: readonly ListedRoom[], range: ListRange, isListed: (room: ListedRoom) => boolean): void {
    this.#rows.dropUncovered(new Set(rooms.map(({ id }) => id)), range, isListed);
    for (const room of rooms) if (!this.#rows.isDeletedSince(room.id, range.asOf)) this.#put(room);
  }

  /** Drops the rows far below the head when the reader is back there; scrolling reads them again. */
  #evictRows(): void {
    const other = this.#rows.all().filter(this.#parts.isOther);
    const last = other[ROWS_AT_HEAD - 1];
    if (other.length < 2 * ROWS_AT_HEAD || !last || this.#follower.lastIndex >= ROWS_AT_HEAD) return;
    for (const { id } of other.slice(ROWS_AT_HEAD)) if (!this.#follower.has(id)) this.#rows.delete(id);
    this.#pages.endAt(toListCursor(last));
    this.#publish();
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
    const isNewer = this.#parts.isVisible(row) && this.#rows.put(row);
    if (isNewer) this.#options.onRowChange(row);
    return isNewer;
  }

  #publishKnown(): void {
    if (this.rooms.get()) this.#publish();
  }

  #publish(): void {
    this.#parts.publish(this.#rows.all(), this.#options.getOpenRoomIds());
  }
}
