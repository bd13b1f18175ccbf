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

/** All summaries leave at once, and so long after those before, ms. */
const PUBLISH_INTERVAL_MS = 1_000;
/** For how long changes gather after a quiet time, ms. */
const BATCH_DELAY_MS = 100;
/** Most rooms that are read for one tick; the others wait for the next one. */
const MAX_SUMMARIES_PER_TICK = 500;

/** What stands around the rows of a frame of the list. */
const FRAME_BYTES = 100;

/** The events that say all that a summary would. */
const SELF_CONTAINED_EVENTS: ReadonlySet<RoomEvent['type']> = new Set(['message_sent', 'room_edited']);
/** The events that change nothing in a row of the list. */
const UNLISTED_EVENTS: ReadonlySet<RoomEvent['type']> = new Set(['message_reacted', 'admin_changed']);

export interface SummaryPublisherOptions {
  read: Db;
  publish: (publications: readonly Publication[]) => void;
  /** Whether anyone listens to a topic. */
  hasSubscribers: (topic: Topic) => boolean;
  /** Milliseconds, of a clock that never jumps. */
  now: () => number;
  setTimer: (run: () => void, ms: number) => void;
  onFailure: (error: unknown) => void;
}

/** What happened in a room since its last summary. */
interface PendingSummary {
  from: number;
  to: number;
  changes: SummaryChange[];
  reset: boolean;
  /** Whether those who have the room open know all of it. */
  isKnownToViewers: boolean;
  isListed: boolean;
}

/** Tells those who follow a room, or see the head of the list, what happens in rooms that they do not have open. */
export class SummaryPublisher {
  readonly #options: SummaryPublisherOptions;
  /** By room; the one that changed last stands last. */
  #pending = new Map<string, PendingSummary>();
  #tickedAt = Number.NEGATIVE_INFINITY;
  #isScheduled = false;

  constructor(options: SummaryPublisherOptions) {
    this.#options = options;
  }

  /** Notes what a change says of its room: a step of its log, or that there is one now. */
  record(event: Event): void {
    if (event.type === 'room_summary') this.#put(event.room.id, NEW_ROOM);
    else if (event.type === 'room_caught_up')
      this.#put(event.roomId, toGap(this.#pending.get(event.roomId), event));
    else if (isRoomEvent(event)) this.#recordStep(event);
  }

  // Of a room that nobody here has open, the bus may bring steps late, twice or not at all.
  #recordStep(event: RoomEvent): void {
    const known = this.#pending.get(event.roomId);
    if (known && event.seq <= known.to) return;
    const isNext = !known || event.seq === known.to + 1;
    this.#put(event.roomId, isNext ? addStep(known, event) : toGap(known, { from: known.to, to: event.seq }));
  }

  #put(roomId: string, noted: PendingSummary): void {
    this.#pending.delete(roomId);
    this.#pending.set(roomId, noted);
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
    const noted = [...this.#pending];
    const listed = hasSubscribers('list')
      ? noted.filter(([, { isListed }]) => isListed).map(([id]) => id)
      : [];
    const head = listed.slice(-MAX_LIST_EVENT_ROOMS).toReversed();
    const followed = noted.filter(([roomId]) => hasSubscribers(summaryTopic(roomId)));
    const published = followed.slice(0, MAX_SUMMARIES_PER_TICK);
    this.#pending = new Map(followed.slice(MAX_SUMMARIES_PER_TICK));
    if (this.#pending.size > 0) this.#schedule();
    const rows = await readListedRooms(read, [...new Set([...head, ...published.map(([id]) => id)])]);
    const byId = new Map(rows.map(row => [row.id, row]));
    const changed = head.flatMap(roomId => byId.get(roomId) ?? []);
    publish([
      ...published.flatMap(([roomId, note]) => toSummaryPublications(byId.get(roomId), note)),
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

/** Nobody knows what happened in between. */
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

/** `count`: how many rooms changed. */
function toListPublications(changed: readonly ListedRoom[], count: number): Publication[] {
  const rooms = takeFittingRows(changed, MAX_LIST_EVENT_BYTES - FRAME_BYTES);
  if (count === 0) return [];
  return [{ topic: 'list', event: { type: 'list_changed', rooms, more: rooms.length < count } }];
}
