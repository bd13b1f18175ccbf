import {
  type Event,
  type EventOf,
  isRoomEvent,
  type ListedRoom,
  MAX_LIST_EVENT_BYTES,
  MAX_LIST_EVENT_ROOMS,
  MAX_SUMMARY_CHANGES,
  type RoomEvent,
  roomTopic,
  type SummaryChange,
  summaryTopic,
  type Topic,
  takeFittingRows,
} from '@snug/protocol';
import type { Publication } from '../db/mutation.ts';
import type { Db } from '../db/schema.ts';
import { readListedRooms } from './room-store.ts';

const PUBLISH_INTERVAL_MS = 1_000;
/** How long changes are collected after a quiet time. */
const BATCH_DELAY_MS = 100;
/** Rooms that one tick reads; the others wait for the next tick. */
const MAX_SUMMARIES_PER_TICK = 500;

/** Bytes of a frame of the list besides its rows. */
const FRAME_BYTES = 100;

/** Events with everything that a summary would contain. */
const SELF_CONTAINED_EVENTS: ReadonlySet<RoomEvent['type']> = new Set(['message_sent', 'room_edited']);
/** Events that change nothing in a row of the list. */
const UNLISTED_EVENTS: ReadonlySet<RoomEvent['type']> = new Set(['message_reacted', 'admin_changed']);

export interface SummaryPublisherOptions {
  read: Db;
  publish: (publications: readonly Publication[]) => void;
  hasSubscribers: (topic: Topic) => boolean;
  now: () => number;
  setTimer: (run: () => void, ms: number) => void;
  onFailure: (error: unknown) => void;
}

interface PendingSummary {
  from: number;
  to: number;
  changes: SummaryChange[];
  reset: boolean;
  /** Whether viewers of the room received all of it as events. */
  isKnownToViewers: boolean;
  isListed: boolean;
}

export class SummaryPublisher {
  readonly #options: SummaryPublisherOptions;
  /** By room, the latest change last. */
  #pending = new Map<string, PendingSummary>();
  #tickedAt = Number.NEGATIVE_INFINITY;
  #isScheduled = false;

  constructor(options: SummaryPublisherOptions) {
    this.#options = options;
  }

  /** Records a change in a room's log, or a new room. */
  record(event: Event): void {
    if (event.type === 'room_summary') this.#put(event.room.id, NEW_ROOM);
    else if (event.type === 'room_caught_up')
      this.#put(event.roomId, toGap(this.#pending.get(event.roomId), event));
    else if (isRoomEvent(event)) this.#recordStep(event);
  }

  /** The changes of a room up to `seq` are lost. */
  recordGap(roomId: string, seq: number): void {
    this.#put(roomId, toGap(this.#pending.get(roomId), { from: seq, to: seq }));
  }

  // Without a viewer of the room on this server, the bus may deliver events late, twice or not at all.
  #recordStep(event: RoomEvent): void {
    const known = this.#pending.get(event.roomId);
    if (known && event.seq <= known.to) return;
    const isNext = !known || event.seq === known.to + 1;
    this.#put(event.roomId, isNext ? addStep(known, event) : toGap(known, { from: known.to, to: event.seq }));
  }

  #put(roomId: string, summary: PendingSummary): void {
    this.#pending.delete(roomId);
    this.#pending.set(roomId, summary);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    const { now, setTimer, onFailure } = this.#options;
    const wait = Math.max(BATCH_DELAY_MS, this.#tickedAt + PUBLISH_INTERVAL_MS - now());
    setTimer(() => void this.#tick().catch(onFailure), wait);
  }

  async #tick(): Promise<void> {
    const { now, hasSubscribers, read, publish } = this.#options;
    this.#tickedAt = now();
    this.#isScheduled = false;
    const pending = [...this.#pending];
    const listed = hasSubscribers('list')
      ? pending.filter(([, { isListed }]) => isListed).map(([id]) => id)
      : [];
    const head = listed.slice(-MAX_LIST_EVENT_ROOMS).toReversed();
    const followed = pending.filter(([roomId]) => hasSubscribers(summaryTopic(roomId)));
    const published = followed.slice(0, MAX_SUMMARIES_PER_TICK);
    this.#pending = new Map(followed.slice(MAX_SUMMARIES_PER_TICK));
    if (this.#pending.size > 0) this.#schedule();
    const rows = await readListedRooms(read, [...new Set([...head, ...published.map(([id]) => id)])]);
    const byId = new Map(rows.map(row => [row.id, row]));
    const changed = head.flatMap(roomId => byId.get(roomId) ?? []);
    publish([
      ...published.flatMap(([roomId, summary]) => toSummaryPublications(byId.get(roomId), summary)),
      ...toListPublications(changed, listed.length),
    ]);
  }
}

const NEW_ROOM: PendingSummary = {
  from: 0,
  to: 0,
  changes: [],
  reset: false,
  isKnownToViewers: false,
  isListed: true,
};

function toGap(
  known: PendingSummary | undefined,
  { from, to }: { from: number; to: number },
): PendingSummary {
  return {
    from: Math.min(from, known?.from ?? from),
    to: Math.max(to, known?.to ?? to),
    changes: [],
    reset: true,
    isKnownToViewers: false,
    isListed: true,
  };
}

function addStep(known: PendingSummary | undefined, event: RoomEvent): PendingSummary {
  const {
    from = event.seq - 1,
    changes = [],
    reset = false,
    isKnownToViewers = true,
    isListed = false,
  } = known ?? {};
  const change = toSummaryChange(event);
  const all = change ? [...changes, change] : changes;
  const isTooMuch = reset || all.length > MAX_SUMMARY_CHANGES;
  return {
    from,
    to: event.seq,
    changes: isTooMuch ? [] : all,
    reset: isTooMuch,
    isKnownToViewers: isKnownToViewers && SELF_CONTAINED_EVENTS.has(event.type),
    isListed: isListed || !UNLISTED_EVENTS.has(event.type),
  };
}

function toSummaryChange(event: RoomEvent): SummaryChange | undefined {
  if (event.type !== 'message_sent' && event.type !== 'message_deleted') return undefined;
  const kind = event.type === 'message_sent' ? 'added' : 'deleted';
  return { at: event.seq, seq: event.message.seq, authorId: event.message.author.uid, kind };
}

function toSummaryPublications(
  room: ListedRoom | undefined,
  { from, to, changes, reset, isKnownToViewers }: PendingSummary,
): Publication[] {
  if (!room) return [];
  const event: EventOf<'room_summary'> = {
    type: 'room_summary',
    room,
    from,
    to,
    changes,
    ...(reset && { reset }),
  };
  return [
    { topic: summaryTopic(room.id), event, ...(isKnownToViewers && { exceptTopic: roomTopic(room.id) }) },
  ];
}

function toListPublications(changed: readonly ListedRoom[], count: number): Publication[] {
  const rooms = takeFittingRows(changed, MAX_LIST_EVENT_BYTES - FRAME_BYTES);
  if (count === 0) return [];
  return [{ topic: 'list', event: { type: 'list_changed', rooms, more: rooms.length < count } }];
}
