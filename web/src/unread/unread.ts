import { type Chat, type RoomLog, Store } from '@snug/client';
import { MAX_PAGE_SIZE, type Message, type Room } from '@snug/protocol';
import type { ReadMarks } from './read-marks.ts';

/** The least time between two looks at rooms that are not open, ms: one page of one room each. */
const LOOK_MS = 500;

/** Whoever has missed more does not count them. */
export const MOST_COUNTED = 100;

/** So long after a refusal nothing is asked for, ms. */
const PAUSE_MS = 5_000;

/** How many unread messages there were after `from` and up to `to`, when the log was at `seq`. */
interface Counted {
  from: number;
  to: number;
  seq: number;
  count: number;
}

type ChatPart = Pick<Chat, 'connection' | 'me' | 'room' | 'roomList'>;

/**
 * How many messages of others this person has not read yet, in the rooms in which they were with this browser. The server keeps no
 * such numbers: an open room is counted here, of any other the messages are read after the list says that there are new ones.
 */
export class Unread {
  /** By room id; rooms without any are left out. Counts end at `MOST_COUNTED`. */
  readonly counts = new Store<ReadonlyMap<string, number>>(new Map());

  readonly #chat: ChatPart;
  readonly #marks: ReadMarks;
  readonly #counted = new Map<string, Counted>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isStarted = false;

  constructor(chat: ChatPart, marks: ReadMarks) {
    this.#chat = chat;
    this.#marks = marks;
  }

  /** Counts until the returned function is called. */
  start(): () => void {
    this.#isStarted = true;
    const { roomList, connection } = this.#chat;
    const stops = [
      // What is told of an open room is in its log only after this.
      roomList.rooms.subscribe(() => queueMicrotask(() => this.#update())),
      connection.state.subscribe(() => this.#update()),
      this.#marks.watch(() => this.#update()),
    ];
    this.#update();
    return () => {
      this.#isStarted = false;
      for (const stop of stops) stop();
      clearTimeout(this.#timer);
      this.#timer = undefined;
    };
  }

  /** A room is read up to `seq`. */
  read(roomId: string, seq: number): void {
    if (seq <= (this.#marks.get(roomId) ?? -1)) return;
    this.#marks.set(roomId, seq);
    this.#update();
  }

  /** A room is on screen: from here on its messages count. */
  visit(roomId: string, seq: number): void {
    if (this.#marks.get(roomId) === undefined) this.read(roomId, seq);
  }

  /** Whether nobody has read the message at `seq`, in a room that was ever read, and it is of somebody else. */
  readonly isUnread = (roomId: string, seq: number): boolean => {
    const room = this.#chat.roomList.rooms.get()?.find(({ id }) => id === roomId);
    return room !== undefined && this.#hasUnread(room) && seq > (this.#marks.get(roomId) ?? 0);
  };

  #update(): void {
    if (!this.#isStarted) return;
    const rooms = this.#chat.roomList.rooms.get() ?? [];
    const counts = new Map<string, number>();
    let isComplete = true;
    for (const room of rooms) {
      if (!this.#hasUnread(room)) continue;
      if (!this.#isKnown(room)) isComplete = false;
      const count = this.#known(room)?.count;
      if (count) counts.set(room.id, Math.min(count, MOST_COUNTED));
    }
    if (!isSame(counts, this.counts.get())) this.counts.set(counts);
    if (!isComplete) this.#timer ??= setTimeout(() => void this.#look(), LOOK_MS);
  }

  #hasUnread({ id, lastMessage }: Room): boolean {
    const mark = this.#marks.get(id);
    if (mark === undefined || !lastMessage || lastMessage.seq <= mark) return false;
    // Who writes, here or elsewhere, has read what came before.
    if (lastMessage.author.uid === this.#chat.me.get()?.uid) this.#marks.set(id, lastMessage.seq);
    return lastMessage.seq > (this.#marks.get(id) ?? 0);
  }

  /** What is counted of a room, as long as nobody has read on and its last message was not deleted. */
  #known({ id, seq, lastMessage }: Room): Counted | undefined {
    const counted = this.#counted.get(id);
    if (counted?.from !== this.#marks.get(id)) return undefined;
    return counted && (seq <= counted.seq || (lastMessage?.seq ?? 0) >= counted.to) ? counted : undefined;
  }

  #isKnown(room: Room): boolean {
    const known = this.#countOpen(room) ?? this.#known(room);
    return known !== undefined && (known.to >= (room.lastMessage?.seq ?? 0) || known.count >= MOST_COUNTED);
  }

  #countOpen(room: Room): Counted | undefined {
    const from = this.#marks.get(room.id) ?? 0;
    const store = this.#chat.room(room.id);
    const { log } = store.view.get();
    const to = room.lastMessage?.seq ?? 0;
    if (!store.isOpen || !log || !reaches(log, from, to)) return undefined;
    const count = this.#unreadIn(log.messages.filter(({ seq }) => seq > from));
    const counted = { from, to, seq: log.seq, count };
    this.#counted.set(room.id, counted);
    return counted;
  }

  #unreadIn(messages: readonly Message[]): number {
    const uid = this.#chat.me.get()?.uid;
    return messages.filter(({ author, deletedAt }) => author.uid !== uid && deletedAt === undefined).length;
  }

  /** Reads a page of the first room of which not everything is counted. */
  async #look(): Promise<void> {
    const { connection, roomList } = this.#chat;
    const room = roomList.rooms.get()?.find(room => this.#hasUnread(room) && !this.#isKnown(room));
    const isConnected = connection.state.get().status === 'connected';
    const isRefused = room && isConnected && !(await this.#countPage(room));
    if (isRefused) await new Promise(resolve => setTimeout(resolve, PAUSE_MS));
    this.#timer = undefined;
    // Without a connection, the next one starts the counting again.
    if (isConnected) this.#update();
  }

  /** Whether that went well. */
  async #countPage(room: Room): Promise<boolean> {
    const from = this.#marks.get(room.id) ?? 0;
    const { to, count } = this.#known(room) ?? { to: from, count: 0 };
    const input = { roomId: room.id, after: to, limit: MAX_PAGE_SIZE };
    try {
      const { messages, hasNewer, seq } = await this.#chat.connection.request('get_messages', input);
      const end = messages.at(-1)?.seq ?? to;
      this.#counted.set(room.id, {
        from,
        to: hasNewer ? end : Math.max(end, room.lastMessage?.seq ?? 0),
        seq,
        count: count + this.#unreadIn(messages),
      });
      return true;
    } catch {
      return false;
    }
  }
}

/** Whether a log has all messages after `from` up to `to`. */
function reaches({ messages, seq, hasOlder, hasNewer }: RoomLog, from: number, to: number): boolean {
  return !hasNewer && seq >= to && (!hasOlder || (messages[0]?.seq ?? 0) <= from + 1);
}

function isSame(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): boolean {
  return one.size === other.size && [...one].every(([roomId, count]) => other.get(roomId) === count);
}
