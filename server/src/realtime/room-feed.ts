import {
  CommandError,
  type Event,
  isRoomEvent,
  parseTopic,
  type RoomEvent,
  type RoomState,
  roomTopic,
  type Topic,
} from '@snug/protocol';
import type { Bus } from '../cluster/bus/bus.ts';
import type { Publication } from '../db/mutation.ts';
import { WorkQueue } from '../limits/work-queue.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { ReorderBudget, ReorderBuffer } from './reorder-buffer.ts';

/** An event waits this long for its predecessors. A bus without loss delivers them sooner. */
const GAP_TIMEOUT_MS = 150;
const RETRY_MS = 1_000;
/** After an outage, all rooms may have a gap. */
const MAX_CONCURRENT_READS = 8;
const RESOLVED = Promise.resolve();
const NOBODY: Readers = new Set();

interface Readers {
  has: (uid: string) => boolean;
}

export interface RoomFeedOptions {
  bus: Pick<Bus, 'subscribe' | 'unsubscribe'>;
  readPosition: (roomId: string) => Promise<number | undefined>;
  /** Those of the people who may read the room now. */
  findReaders: (roomId: string, uids: readonly string[]) => Promise<Readers>;
  /** Reads the changes of a room after `since`, without data that only one person may see. Throws `not_found` for a deleted room. */
  readSince: (roomId: string, since: number) => Promise<RoomState>;
  /** Ends the subscriptions of people who lost access to a room: the event that reports it may be in the gap. */
  recheckAccess: (roomId: string) => Promise<void>;
  /** Receives the publications of this node. Events of followed rooms are in order. */
  deliver: (publications: readonly Publication[]) => void;
  setTimer: (run: () => void, ms: number) => void;
  metrics?: Pick<Metrics, 'feedRepairs'> | undefined;
  onFailure: (error: unknown) => void;
}

interface FollowedRoom {
  readonly roomId: string;
  /** How many topics of this room have subscribers. */
  topics: number;
  /** Resolves when every later event is delivered. */
  opened: Promise<void>;
  next: number | undefined;
  readonly buffer: ReorderBuffer;
  /** The largest `seq` that the log is known to have. */
  head: number;
  isRepairing: boolean;
}

/**
 * Delivers each event of a followed room once and in order. Reads gaps once for all connections of this node. A room is followed while
 * somebody has it open, or watches its viewers: a lost event may have ended the access of either.
 */
export class RoomFeed {
  readonly #options: RoomFeedOptions;
  readonly #rooms = new Map<string, FollowedRoom>();
  readonly #budget = new ReorderBudget();
  readonly #reads = new WorkQueue(MAX_CONCURRENT_READS);

  constructor(options: RoomFeedOptions) {
    this.#options = options;
  }

  /** Resolves when every later publication of the topic is delivered. */
  subscribe(topic: Topic): Promise<void> {
    const [kind, id] = parseTopic(topic);
    if (kind === 'room') return this.#follow(id);
    const subscribed = this.#options.bus.subscribe(topic);
    return kind === 'viewers' ? this.#follow(id).then(() => subscribed) : subscribed;
  }

  unsubscribe(topic: Topic): void {
    const [kind, id] = parseTopic(topic);
    if (kind === 'room' || kind === 'viewers') this.#unfollow(id);
    if (kind !== 'room') this.#options.bus.unsubscribe(topic);
  }

  get roomIds(): string[] {
    return [...this.#rooms.keys()];
  }

  /** The `seq` of the last delivered event; undefined if the room is not open here or is still opening. */
  getPosition(roomId: string): number | undefined {
    const next = this.#rooms.get(roomId)?.next;
    return next === undefined ? undefined : next - 1;
  }

  // With a bus that keeps the order, each event costs one lookup and one comparison.
  deliver(publications: readonly Publication[]): void {
    let inOrder = 0;
    for (const { event } of publications) {
      if (!this.#advanceIfNext(event)) break;
      inOrder++;
    }
    if (inOrder === publications.length) return this.#options.deliver(publications);
    const rest = publications.slice(inOrder).flatMap(publication => this.#reorder(publication));
    const all = [...publications.slice(0, inOrder), ...rest];
    if (all.length > 0) this.#options.deliver(all);
  }

  hint(roomId: string, seq: number): void {
    this.#raiseHead(roomId, seq, 0);
  }

  /** The log of a room has reached `seq`. Its events may still arrive, so the feed waits before it reads a gap. */
  expect(roomId: string, seq: number): void {
    this.#raiseHead(roomId, seq, GAP_TIMEOUT_MS);
  }

  #follow(roomId: string): Promise<void> {
    const known = this.#rooms.get(roomId);
    if (known) {
      known.topics++;
      return known.opened;
    }
    const buffer = new ReorderBuffer(this.#budget);
    const room: FollowedRoom = {
      roomId,
      topics: 1,
      opened: RESOLVED,
      next: undefined,
      buffer,
      head: 0,
      isRepairing: false,
    };
    this.#rooms.set(roomId, room);
    room.opened = this.#open(room);
    return room.opened;
  }

  /** Subscribes before it reads the position, so that no event falls in between. */
  async #open(room: FollowedRoom): Promise<void> {
    const { bus, readPosition, deliver } = this.#options;
    const { roomId, buffer } = room;
    await bus.subscribe(roomTopic(roomId));
    const position = (await readPosition(roomId)) ?? 0;
    const readers = await this.#findPresentReaders(roomId, buffer.listUpTo(position));
    if (!this.#isFollowed(room)) return;
    room.next = position + 1;
    const known = buffer.takeUpTo(position).map(event => toPublication(keepReader(event, readers)));
    const all = [...known, ...this.#takeReady(room)];
    if (all.length > 0) deliver(all);
    this.#scheduleRepair(room, GAP_TIMEOUT_MS);
  }

  /** The people whose access the events end, but who have access now: somebody has added them again, in an event from before the opening. */
  async #findPresentReaders(roomId: string, events: readonly RoomEvent[]) {
    const uids = events.flatMap(event =>
      event.type === 'member_changed' && !event.canRead ? event.uid : [],
    );
    return uids.length === 0 ? NOBODY : this.#options.findReaders(roomId, [...new Set(uids)]);
  }

  /** Nobody may have received the held events. They go to those who follow the summary of the room, and end the access of people. */
  #unfollow(roomId: string): void {
    const room = this.#rooms.get(roomId);
    if (!room || --room.topics > 0) return;
    this.#rooms.delete(roomId);
    this.#options.bus.unsubscribe(roomTopic(roomId));
    const held = room.buffer.takeUpTo(Number.POSITIVE_INFINITY).map(toPublication);
    // After the events of the present delivery, which may have ended the last subscription.
    if (held.length > 0) queueMicrotask(() => this.#options.deliver(held));
  }

  /** Advances past the next event of a room if no event is held. Other events and rooms need no order. */
  #advanceIfNext(event: Event): boolean {
    if (!isRoomEvent(event)) return true;
    const room = this.#rooms.get(event.roomId);
    if (!room) return true;
    if (room.buffer.size > 0 || room.next !== event.seq) return false;
    room.next++;
    return true;
  }

  #reorder(publication: Publication): Publication[] {
    const { event } = publication;
    if (!isRoomEvent(event)) return [publication];
    const room = this.#rooms.get(event.roomId);
    if (!room) return [publication];
    if (room.next === event.seq) {
      room.next++;
      return [publication, ...this.#takeReady(room)];
    }
    if (room.next !== undefined && event.seq < room.next) return [];
    room.head = Math.max(room.head, event.seq);
    room.buffer.add(event);
    this.#scheduleRepair(room, GAP_TIMEOUT_MS);
    return [];
  }

  #raiseHead(roomId: string, seq: number, waitMs: number): void {
    const room = this.#rooms.get(roomId);
    if (!room) return;
    room.head = Math.max(room.head, seq);
    this.#scheduleRepair(room, waitMs);
  }

  #takeReady(room: FollowedRoom): Publication[] {
    const released: Publication[] = [];
    while (room.next !== undefined && room.buffer.size > 0) {
      const event = room.buffer.take(room.next);
      if (!event) break;
      released.push(toPublication(event));
      room.next++;
    }
    return released;
  }

  #scheduleRepair(room: FollowedRoom, waitMs: number): void {
    if (room.isRepairing || !isBehind(room)) return;
    room.isRepairing = true;
    void this.#repair(room, waitMs);
  }

  /**
   * Waits for the missing events, then reads them in turn with other rooms, until the room has reached its head. Meanwhile the
   * other methods only raise the head, and this loop goes on; so a room has one repair at a time. The next wait follows from the
   * read: a failed or too old one has a longer wait.
   */
  async #repair(room: FollowedRoom, waitMs: number): Promise<void> {
    let wait = waitMs;
    do {
      if (wait > 0) await this.#sleep(wait);
      wait = await this.#reads.run(async () =>
        this.#isFollowed(room) && isBehind(room) ? this.#fillGap(room) : 0,
      );
    } while (this.#isFollowed(room) && isBehind(room));
    room.isRepairing = false;
  }

  #isFollowed(room: FollowedRoom): boolean {
    return this.#rooms.get(room.roomId) === room;
  }

  /** Returns the delay before the next read, ms. */
  async #fillGap(room: FollowedRoom): Promise<number> {
    const { readSince, recheckAccess, deliver, metrics, onFailure } = this.#options;
    const since = (room.next ?? 1) - 1;
    try {
      const state = await readSince(room.roomId, since).catch(ignoreNotFound);
      // Also of a deleted room: the event that reports the deletion may wait behind the gap.
      await recheckAccess(room.roomId);
      if (!this.#isFollowed(room) || room.next === undefined) return 0;
      if (!state) return RETRY_MS;
      // Events may have arrived and been delivered meanwhile.
      const from = room.next - 1;
      if (state.seq <= from) return from > since ? GAP_TIMEOUT_MS : RETRY_MS;
      metrics?.feedRepairs.inc();
      room.next = state.seq + 1;
      room.buffer.takeUpTo(state.seq);
      deliver([toCaughtUpPublication(room.roomId, from, state), ...this.#takeReady(room)]);
      return GAP_TIMEOUT_MS;
    } catch (error) {
      onFailure(error);
      return RETRY_MS;
    }
  }

  #sleep(ms: number): Promise<void> {
    return new Promise(resolve => this.#options.setTimer(resolve, ms));
  }
}

function ignoreNotFound(error: unknown): undefined {
  if (!(error instanceof CommandError) || error.code !== 'not_found') throw error;
}

function isBehind({ next, head }: FollowedRoom): boolean {
  return next !== undefined && head >= next;
}

/** Without the end of an access that has begun again: it would end the subscription that opens the room. */
function keepReader(event: RoomEvent, readers: Readers): RoomEvent {
  return event.type === 'member_changed' && readers.has(event.uid) ? { ...event, canRead: true } : event;
}

function toPublication(event: RoomEvent): Publication {
  return { topic: roomTopic(event.roomId), event };
}

function toCaughtUpPublication(roomId: string, from: number, { seq: to, ...state }: RoomState): Publication {
  return { topic: roomTopic(roomId), event: { type: 'room_caught_up', roomId, from, to, ...state } };
}
