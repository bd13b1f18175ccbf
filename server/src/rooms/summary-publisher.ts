import {
  type Event,
  type EventOf,
  fittingRows,
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
} from '@snug/protocol';
import type { Publication } from '../db/mutation.ts';
import type { Db } from '../db/schema.ts';
import { readRows } from './room-store.ts';

/** All summaries leave at once, and so long after those before, ms. */
const TICK_MS = 1_000;
/** For how long changes gather after a quiet time, ms. */
const GATHER_MS = 100;
/** Most rooms that are read for one tick; the others wait for the next one. */
const MAX_READ = 500;

/** What stands around the rows of a frame of the list. */
const FRAME_BYTES = 100;

/** The events that say all that a summary would. */
const SAY_ALL: ReadonlySet<RoomEvent['type']> = new Set(['message_sent', 'room_edited']);
/** The events that change nothing in a row of the list. */
const NOT_LISTED: ReadonlySet<RoomEvent['type']> = new Set(['message_reacted', 'admin_changed']);

export interface SummaryOptions {
  read: Db;
  publish: (publications: readonly Publication[]) => void;
  /** Whether anyone listens to a topic. */
  isHeard: (topic: Topic) => boolean;
  /** Milliseconds, of a clock that never jumps. */
  now: () => number;
  setTimer: (run: () => void, ms: number) => void;
  onFailure: (error: unknown) => void;
}

/** What happened in a room since its last summary. */
interface Noted {
  from: number;
  to: number;
  changes: SummaryChange[];
  reset: boolean;
  /** Whether those who have the room open know all of it. */
  isKnownInside: boolean;
  isListed: boolean;
}

/** Tells those who follow a room, or see the head of the list, what happens in rooms that they do not have open. */
export class RoomSummaries {
  readonly #options: SummaryOptions;
  /** By room; the one that changed last stands last. */
  #noted = new Map<string, Noted>();
  #tickedAt = Number.NEGATIVE_INFINITY;
  #isDue = false;

  constructor(options: SummaryOptions) {
    this.#options = options;
  }

  /** Notes what a change says of its room: a step of its log, or that there is one now. */
  note(event: Event): void {
    if (event.type === 'room_summary') this.#put(event.room.id, NEW_ROOM);
    else if (event.type === 'room_caught_up')
      this.#put(event.roomId, gapOf(this.#noted.get(event.roomId), event));
    else if (isRoomEvent(event)) this.#noteStep(event);
  }

  // Of a room that nobody here has open, the bus may bring steps late, twice or not at all.
  #noteStep(event: RoomEvent): void {
    const known = this.#noted.get(event.roomId);
    if (known && event.seq <= known.to) return;
    const isNext = !known || event.seq === known.to + 1;
    this.#put(event.roomId, isNext ? noteOf(known, event) : gapOf(known, { from: known.to, to: event.seq }));
  }

  #put(roomId: string, noted: Noted): void {
    this.#noted.delete(roomId);
    this.#noted.set(roomId, noted);
    this.#plan();
  }

  #plan(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    const { now, setTimer, onFailure } = this.#options;
    const wait = Math.max(GATHER_MS, this.#tickedAt + TICK_MS - now());
    setTimer(() => void this.#tick().catch(onFailure), wait);
  }

  async #tick(): Promise<void> {
    const { now, isHeard, read, publish } = this.#options;
    this.#tickedAt = now();
    this.#isDue = false;
    const noted = [...this.#noted];
    const listed = isHeard('list') ? noted.filter(([, { isListed }]) => isListed).map(([id]) => id) : [];
    const head = listed.slice(-MAX_LIST_EVENT_ROOMS).toReversed();
    const followed = noted.filter(([roomId]) => isHeard(summaryTopic(roomId)));
    const told = followed.slice(0, MAX_READ);
    this.#noted = new Map(followed.slice(MAX_READ));
    if (this.#noted.size > 0) this.#plan();
    const rows = await readRows(read, [...new Set([...head, ...told.map(([id]) => id)])]);
    const byId = new Map(rows.map(row => [row.id, row]));
    const changed = head.flatMap(roomId => byId.get(roomId) ?? []);
    publish([
      ...told.flatMap(([roomId, note]) => summaryOf(byId.get(roomId), note)),
      ...listChange(changed, listed.length),
    ]);
  }
}

const NEW_ROOM: Noted = { from: 0, to: 0, changes: [], reset: false, isKnownInside: false, isListed: true };

/** Nobody knows what happened in between. */
function gapOf(known: Noted | undefined, { from, to }: { from: number; to: number }): Noted {
  return {
    from: Math.min(from, known?.from ?? from),
    to: Math.max(to, known?.to ?? to),
    changes: [],
    reset: true,
    isKnownInside: false,
    isListed: true,
  };
}

function noteOf(known: Noted | undefined, event: RoomEvent): Noted {
  const {
    from = event.seq - 1,
    changes = [],
    reset = false,
    isKnownInside = true,
    isListed = false,
  } = known ?? {};
  const change = changeOf(event);
  const all = change ? [...changes, change] : changes;
  const isTooMuch = reset || all.length > MAX_SUMMARY_CHANGES;
  return {
    from,
    to: event.seq,
    changes: isTooMuch ? [] : all,
    reset: isTooMuch,
    isKnownInside: isKnownInside && SAY_ALL.has(event.type),
    isListed: isListed || !NOT_LISTED.has(event.type),
  };
}

function changeOf(event: RoomEvent): SummaryChange | undefined {
  if (event.type !== 'message_sent' && event.type !== 'message_deleted') return undefined;
  const kind = event.type === 'message_sent' ? 'added' : 'deleted';
  return { at: event.seq, seq: event.message.seq, authorId: event.message.author.uid, kind };
}

function summaryOf(
  room: ListedRoom | undefined,
  { from, to, changes, reset, isKnownInside }: Noted,
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
  return [{ topic: summaryTopic(room.id), event, ...(isKnownInside && { except: roomTopic(room.id) }) }];
}

/** `count`: how many rooms changed. */
function listChange(changed: readonly ListedRoom[], count: number): Publication[] {
  const rooms = fittingRows(changed, MAX_LIST_EVENT_BYTES - FRAME_BYTES);
  if (count === 0) return [];
  return [{ topic: 'list', event: { type: 'list_changed', rooms, more: rooms.length < count } }];
}
