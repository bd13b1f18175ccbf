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
import type { Publication } from '../../db/mutation.ts';
import { preparedIn } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import { readListedRooms } from './room-rows.ts';

const selectOpenIds = preparedIn<[], { id: string }>(
  `select "id" from "rooms" where "kind" = 'open' and "id" in ($values)`,
);

const PUBLISH_INTERVAL_MS = 1_000;
/** How long changes are collected after a quiet time. */
const BATCH_DELAY_MS = 100;
/** Changed rooms that one tick looks at for the list. If there are more, clients read it again. */
const MAX_LISTED_PER_TICK = 500;
/** Rooms that one tick reads; the others wait for the next tick. */
const MAX_SUMMARIES_PER_TICK = 500;

/** Bytes of a frame of the list besides its rows. */
const FRAME_BYTES = 100;

/** Events with everything that a summary would contain. */
const SELF_CONTAINED_EVENTS: ReadonlySet<RoomEvent['type']> = new Set(['message_sent', 'room_edited']);
/** Events that change nothing in a row of the list. */
const UNLISTED_EVENTS: ReadonlySet<RoomEvent['type']> = new Set([
  'message_reacted',
  'admin_changed',
  'member_changed',
]);

export interface SummaryPublisherOptions {
  read: Db;
  publish: (publications: readonly Publication[]) => void;
  hasSubscribers: (topic: Topic) => boolean;
  /** Ends the subscriptions to rooms of people who may not read them. */
  endUnreadable: (roomIds: readonly string[]) => Promise<void>;
  /** Returns the rooms to the lists of people whose bans have expired. No event announces that. */
  endOldBans: (roomIds: readonly string[]) => Promise<void>;
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
    const { now, hasSubscribers } = this.#options;
    this.#tickedAt = now();
    const changes = [...this.#pending];
    const followed = changes.filter(([roomId]) => hasSubscribers(summaryTopic(roomId)));
    const next = followed.slice(0, MAX_SUMMARIES_PER_TICK);
    // What is recorded while the tick reads the database belongs to the next one.
    this.#pending = new Map(followed.slice(MAX_SUMMARIES_PER_TICK));
    const changed = changes.filter(([, { isListed }]) => isListed).map(([id]) => id);
    try {
      await this.#publish(next, hasSubscribers('list') ? changed : []);
    } catch (error) {
      for (const [roomId, summary] of next) this.#put(roomId, toGap(this.#pending.get(roomId), summary));
      throw error;
    } finally {
      this.#isScheduled = false;
      if (this.#pending.size > 0) this.#schedule();
    }
  }

  async #publish(next: readonly [string, PendingSummary][], changed: readonly string[]): Promise<void> {
    const { read, publish, endUnreadable, endOldBans } = this.#options;
    const listed = await selectOpen(read, changed.slice(-MAX_LISTED_PER_TICK).toReversed());
    const head = listed.slice(0, MAX_LIST_EVENT_ROOMS);
    const rows = await readListedRooms(read, [...new Set([...head, ...next.map(([id]) => id)])]);
    const byId = new Map(rows.map(row => [row.id, row]));
    // The rows can contain changes after a removal that this server has not received yet.
    await endUnreadable(rows.filter(({ kind }) => kind !== undefined).map(({ id }) => id));
    await endOldBans(head);
    publish([
      ...next.flatMap(([roomId, summary]) => toSummaryPublications(byId.get(roomId), summary)),
      ...toListPublications(head, byId, listed.length > head.length || changed.length > MAX_LISTED_PER_TICK),
    ]);
  }
}

/** In the same order. Nobody else may know that other rooms exist, so that they change is no reason to read the list. */
async function selectOpen(read: Db, roomIds: readonly string[]): Promise<string[]> {
  const open = new Set((await selectOpenIds(read, roomIds)).map(({ id }) => id));
  return roomIds.filter(roomId => open.has(roomId));
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
  // Clients know only the messages on their screens, so they read the counts again.
  const endsMentions = event.type === 'message_edited' && event.notEveryone === true;
  const isTooMuch =
    reset || endsMentions || event.type === 'room_trimmed' || all.length > MAX_SUMMARY_CHANGES;
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
  const { seq: at, message } = event;
  const { rootId } = message;
  const change = {
    at,
    seq: message.seq,
    authorId: message.author.uid,
    ...(rootId !== undefined && { rootId }),
  };
  // A deleted first message no longer shows that it was one.
  if (event.type === 'message_deleted') return { ...change, kind: 'deleted', rootId: rootId ?? message.id };
  const toEveryone = message.mentions?.some(({ uid }) => uid === null) === true;
  return { ...change, kind: 'added', ...(toEveryone && { everyone: true }) };
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

/** `head`: changed open rooms, the latest first. Those that are archived or deleted leave the list. */
function toListPublications(
  head: readonly string[],
  byId: ReadonlyMap<string, ListedRoom>,
  hasMore: boolean,
): Publication[] {
  if (head.length === 0 && !hasMore) return [];
  const rows = head.flatMap(roomId => byId.get(roomId) ?? []).filter(room => room.archivedAt === undefined);
  const shown = new Set(rows.map(({ id }) => id));
  const removed = head.filter(roomId => !shown.has(roomId));
  const rooms = takeFittingRows(rows, MAX_LIST_EVENT_BYTES - FRAME_BYTES);
  const more = hasMore || rooms.length < rows.length;
  return [
    { topic: 'list', event: { type: 'list_changed', rooms, ...(removed.length > 0 && { removed }), more } },
  ];
}
