import { type Chat, type RoomLog, Store } from '@snug/client';
import {
  type EventOf,
  type ListedRoom,
  MAX_PAGE_SIZE,
  type Message,
  type SummaryChange,
} from '@snug/protocol';
import type { ReadMarks } from './read-marks.ts';

/** The minimum time between two requests. Each request counts one page of one room. */
const POLL_INTERVAL_MS = 500;

/** Counting a room stops here. */
export const MAX_UNREAD_COUNT = 100;

const RETRY_DELAY_MS = 5_000;

/** The most recently read rooms; others are neither followed nor counted. */
const MAX_ROOMS = 500;

/** The unread messages after `from` and up to `to`, when the log was at `seq`. */
interface RoomCount {
  from: number;
  to: number;
  seq: number;
  count: number;
}

type ChatDependencies = Pick<Chat, 'connection' | 'me' | 'findOpenRoom' | 'roomList' | 'blocks'>;

/**
 * Counts messages of other people in the rooms that this person visited with this browser: an open room from its log, others
 * from their summaries. After a gap or a reset, it requests messages.
 */
export class UnreadCounter {
  /** By room id, without zeros. Counts end at `MAX_UNREAD_COUNT`. */
  readonly counts = new Store<ReadonlyMap<string, number>>(new Map());

  readonly #chat: ChatDependencies;
  readonly #marks: ReadMarks;
  readonly #roomCounts = new Map<string, RoomCount>();
  #roomIds: readonly string[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isStarted = false;
  #isUpdateScheduled = false;

  constructor(chat: ChatDependencies, marks: ReadMarks) {
    this.#chat = chat;
    this.#marks = marks;
  }

  start(): () => void {
    this.#isStarted = true;
    const { roomList, connection, blocks } = this.#chat;
    const unsubscribers = [
      roomList.summaries.subscribe(summary => this.#apply(summary)),
      roomList.rooms.subscribe(() => this.#scheduleUpdate()),
      connection.state.subscribe(() => this.#update()),
      blocks.subscribe(() => this.#countAgain()),
      this.#marks.subscribe(() => this.#refreshRooms()),
    ];
    this.#refreshRooms();
    return () => {
      this.#isStarted = false;
      for (const unsubscribe of unsubscribers) unsubscribe();
      clearTimeout(this.#timer);
      this.#timer = undefined;
    };
  }

  markRead(roomId: string, seq: number): void {
    const mark = this.#marks.get(roomId);
    if (seq <= (mark ?? -1)) return;
    this.#marks.set(roomId, seq);
    if (mark === undefined) this.#refreshRooms();
    else this.#update();
  }

  markVisited(roomId: string, seq: number): void {
    if (this.#marks.get(roomId) === undefined) this.markRead(roomId, seq);
  }

  /** False in rooms that this person never visited. */
  readonly isUnread = (roomId: string, seq: number): boolean => {
    const mark = this.#marks.get(roomId);
    return mark !== undefined && seq > mark;
  };

  #refreshRooms(): void {
    this.#roomIds = this.#marks.listRoomIds().slice(0, MAX_ROOMS);
    if (this.#isStarted) this.#chat.roomList.setReadRooms(this.#roomIds);
    this.#update();
  }

  #countAgain(): void {
    this.#roomCounts.clear();
    this.#scheduleUpdate();
  }

  // An event reaches the log of an open room after the room list.
  #scheduleUpdate(): void {
    if (this.#isUpdateScheduled) return;
    this.#isUpdateScheduled = true;
    queueMicrotask(() => {
      this.#isUpdateScheduled = false;
      this.#update();
    });
  }

  #update(): void {
    if (!this.#isStarted) return;
    const counts = new Map<string, number>();
    let isComplete = true;
    for (const room of this.#listRooms()) {
      if (!this.#hasUnread(room)) {
        this.#startAtZero(room);
        continue;
      }
      if (!this.#isFullyCounted(room)) isComplete = false;
      const count = this.#getCurrentCount(room.id)?.count;
      if (count) counts.set(room.id, Math.min(count, MAX_UNREAD_COUNT));
    }
    if (!isEqual(counts, this.counts.get())) this.counts.set(counts);
    if (!isComplete) this.#timer ??= setTimeout(() => void this.#countNextRoom(), POLL_INTERVAL_MS);
  }

  #listRooms(): ListedRoom[] {
    return this.#roomIds.flatMap(roomId => this.#chat.roomList.getRow(roomId) ?? []);
  }

  /** Lets later summaries count the room without a request. */
  #startAtZero({ id, seq }: ListedRoom): void {
    const from = this.#marks.get(id);
    if (from !== undefined && !this.#getCurrentCount(id))
      this.#roomCounts.set(id, { from, to: from, seq, count: 0 });
  }

  #apply({ room, from, to, changes, reset }: EventOf<'room_summary'>): void {
    const counted = this.#getCurrentCount(room.id);
    if (!counted) return;
    if (reset || from > counted.seq) this.#roomCounts.delete(room.id);
    else this.#count(room.id, counted, changes, to);
    this.#scheduleUpdate();
  }

  #count(roomId: string, counted: RoomCount, changes: readonly SummaryChange[], to: number): void {
    let now = counted;
    for (const change of changes) {
      if (change.at <= counted.seq) continue;
      const isOwn = change.authorId === this.#chat.me.get()?.uid;
      // A person who writes, on any device, has read the room up to there.
      if (isOwn && change.kind === 'added') {
        this.#marks.set(roomId, change.seq);
        now = { from: this.#marks.get(roomId) ?? change.seq, to: change.seq, seq: change.at, count: 0 };
      } else if (!isOwn && !this.#chat.blocks.get().has(change.authorId) && change.seq > now.from) {
        // At the maximum the exact count is unknown, so a deletion requires a new count.
        if (change.kind === 'deleted' && now.count >= MAX_UNREAD_COUNT)
          return void this.#roomCounts.delete(roomId);
        const count = change.kind === 'added' ? now.count + 1 : Math.max(0, now.count - 1);
        now = { ...now, to: Math.max(now.to, change.seq), count: Math.min(count, MAX_UNREAD_COUNT) };
      }
    }
    this.#roomCounts.set(roomId, { ...now, seq: Math.max(now.seq, to) });
  }

  #hasUnread({ id, lastMessage }: ListedRoom): boolean {
    const mark = this.#marks.get(id);
    if (mark === undefined || !lastMessage || lastMessage.seq <= mark) return false;
    if (lastMessage.author.uid === this.#chat.me.get()?.uid) this.#marks.set(id, lastMessage.seq);
    return lastMessage.seq > (this.#marks.get(id) ?? 0);
  }

  /** Undefined if this person has read on since the count. */
  #getCurrentCount(roomId: string): RoomCount | undefined {
    const counted = this.#roomCounts.get(roomId);
    return counted?.from === this.#marks.get(roomId) ? counted : undefined;
  }

  #isFullyCounted(room: ListedRoom): boolean {
    const roomCount = this.#countOpen(room) ?? this.#getCurrentCount(room.id);
    return (
      roomCount !== undefined &&
      (roomCount.to >= (room.lastMessage?.seq ?? 0) || roomCount.count >= MAX_UNREAD_COUNT)
    );
  }

  #countOpen(room: ListedRoom): RoomCount | undefined {
    const from = this.#marks.get(room.id) ?? 0;
    const log = this.#chat.findOpenRoom(room.id)?.view.get().log;
    const to = room.lastMessage?.seq ?? 0;
    if (!log || !coversRange(log, from, to)) return undefined;
    const count = this.#countUnread(log.messages.filter(({ seq }) => seq > from));
    const counted = { from, to, seq: log.seq, count };
    this.#roomCounts.set(room.id, counted);
    return counted;
  }

  #countUnread(messages: readonly Message[]): number {
    const uid = this.#chat.me.get()?.uid;
    const blocked = this.#chat.blocks.get();
    return messages.filter(
      ({ author, deletedAt }) => author.uid !== uid && deletedAt === undefined && !blocked.has(author.uid),
    ).length;
  }

  async #countNextRoom(): Promise<void> {
    const { connection } = this.#chat;
    const room = this.#listRooms().find(room => this.#hasUnread(room) && !this.#isFullyCounted(room));
    const isConnected = connection.state.get().status === 'connected';
    const hasFailed = room && isConnected && !(await this.#countPage(room));
    if (hasFailed) await new Promise(resolve => setTimeout(resolve, RETRY_DELAY_MS));
    this.#timer = undefined;
    // The next connection calls `#update`.
    if (isConnected) this.#update();
  }

  /** Returns false if the request failed. */
  async #countPage(room: ListedRoom): Promise<boolean> {
    const from = this.#marks.get(room.id) ?? 0;
    const { to, count } = this.#getCurrentCount(room.id) ?? { to: from, count: 0 };
    const input = { roomId: room.id, after: to, limit: MAX_PAGE_SIZE };
    try {
      const { messages, hasNewer, seq } = await this.#chat.connection.request('get_messages', input);
      const end = messages.at(-1)?.seq ?? to;
      this.#roomCounts.set(room.id, {
        from,
        to: hasNewer ? end : Math.max(end, room.lastMessage?.seq ?? 0),
        seq,
        count: count + this.#countUnread(messages),
      });
      return true;
    } catch {
      return false;
    }
  }
}

/** Whether a log has all messages after `from` and up to `to`. */
function coversRange({ messages, seq, hasOlder, hasNewer }: RoomLog, from: number, to: number): boolean {
  return !hasNewer && seq >= to && (!hasOlder || (messages[0]?.seq ?? 0) <= from + 1);
}

function isEqual(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): boolean {
  return one.size === other.size && [...one].every(([roomId, count]) => other.get(roomId) === count);
}
