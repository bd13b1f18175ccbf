import {
  type CommandOutput,
  type Event,
  type EventOf,
  isRoomEvent,
  MAX_COUNTED_ROOMS,
  type ReadState,
  type RoomEvent,
} from '@snug/protocol';
import { getAddedMessage } from './apply-event.ts';
import type { Connection } from './connection.ts';
import type { Environment } from './environment.ts';
import type { ReadQueue } from './read-queue.ts';
import { RetriedRead } from './retried-read.ts';
import {
  addChanges,
  addMention,
  countLog,
  deriveState,
  type IsSilent,
  isOlderCursor,
  type RoomCount,
  rebaseCount,
  startCount,
} from './room-count.ts';
import type { RoomLog } from './room-log.ts';
import { isSameState, toChanges } from './room-steps.ts';
import { Store } from './store.ts';

/** All clients that missed the same changes ask: each waits a random time. */
const MAX_DELAY_MS = 10_000;
const MIN_INTERVAL_MS = 30_000;
/** Rows of the list have most counts, shortly after a connection. */
const CONNECTION_DELAY_MS = 1_000;

export interface ReadCursorsOptions {
  environment: Pick<Environment, 'now' | 'random' | 'setTimer'>;
  connection: Pick<Connection, 'command' | 'request' | 'state'>;
  queue: Pick<ReadQueue, 'list' | 'move'>;
  getEpoch: () => string | undefined;
  getMe: () => string | undefined;
  isSilent: IsSilent;
  findLog: (roomId: string) => RoomLog | undefined;
}

interface Answer extends CommandOutput<'get_unread'> {
  roomIds: readonly string[];
}

/** How far this person has read each of their rooms, and how much is unread: the same on all their devices. */
export class ReadCursors {
  /** By room id. */
  readonly states = new Store<ReadonlyMap<string, ReadState>>(new Map());

  readonly #options: ReadCursorsOptions;
  readonly #counts = new Map<string, RoomCount>();
  /** Rooms whose cursor the server sent to this page. */
  readonly #fresh = new Set<string>();
  /** Marked as unread on purpose, since they were opened last. */
  readonly #held = new Set<string>();
  /** Up to where the person read after a move back that the server has not answered. */
  readonly #readSince = new Map<string, number>();
  /** Rooms with a move that the server does not know. */
  #moving: ReadonlySet<string> = new Set();
  /** When to ask the server for the counts of rooms, in ms, and when this client asked last. */
  readonly #dueAt = new Map<string, number>();
  readonly #askedAt = new Map<string, number>();
  readonly #reading: RetriedRead<Answer>;
  #stopTimer: (() => void) | undefined;

  constructor(options: ReadCursorsOptions) {
    this.#options = options;
    const { environment, connection } = options;
    this.#reading = new RetriedRead({
      environment,
      connection,
      read: () => this.#read(),
      onResult: answer => this.#onRead(answer),
    });
  }

  get(roomId: string): ReadState | undefined {
    return this.states.get().get(roomId);
  }

  /** From the server, or cached. */
  put(roomId: string, read: ReadState): void {
    const known = this.#counts.get(roomId);
    this.#dueAt.delete(roomId);
    // A result that was on its way while the cursor moved: its count is about an earlier one.
    if (known && isOlderCursor(read, known.base)) return this.#ask(roomId);
    const isNewVersion = known !== undefined && read.version > known.base.version;
    const isBack = isNewVersion && read.readSeq < known.base.readSeq;
    // A cached cursor is from before this page opened the room.
    if (isBack && this.#fresh.has(roomId)) this.#held.add(roomId);
    if (this.#options.connection.state.get().status === 'connected') this.#fresh.add(roomId);
    const count = known ? rebaseCount(known, read) : startCount(read);
    this.#counts.set(roomId, count ?? startCount(read));
    if (!count) this.#ask(roomId);
    this.#publishRoom(roomId);
    if (isNewVersion) this.#readOn(roomId);
  }

  remove(roomId: string): void {
    this.#dueAt.delete(roomId);
    this.#held.delete(roomId);
    this.#fresh.delete(roomId);
    if (this.#counts.delete(roomId)) this.#publishRoom(roomId);
  }

  clear(): void {
    this.#reading.cancel();
    for (const map of [this.#counts, this.#dueAt, this.#askedAt, this.#held, this.#fresh, this.#readSince])
      map.clear();
    this.states.set(new Map());
  }

  apply(event: Event): void {
    if (event.type === 'read_moved') this.put(event.roomId, event.read);
    if (event.type === 'mention_changed') this.#applyMention(event);
    if (event.type === 'membership_changed') this.#applyMembership(event);
    if (isRoomEvent(event)) this.#applyStep(event);
  }

  #applyMembership({ roomId, membership, read }: EventOf<'membership_changed'>): void {
    if (!membership.role) this.remove(roomId);
    else if (read) this.put(roomId, read);
  }

  #applyStep(event: RoomEvent): void {
    const { getMe, findLog } = this.#options;
    this.#count(event);
    const added = getAddedMessage(event);
    if (added && added.author.uid === getMe() && findLog(event.roomId))
      this.markSent(event.roomId, added.seq);
  }

  #count(event: RoomEvent): void {
    const { roomId, seq } = event;
    const count = this.#counts.get(roomId);
    // The room itself finds out what it missed.
    if (!count || seq !== count.to + 1) return;
    this.#counts.set(roomId, addChanges(count, toChanges(event), seq));
    this.#publishRoom(roomId);
  }

  applySummary({ room, from, to, changes, reset }: EventOf<'room_summary'>): void {
    const count = this.#counts.get(room.id);
    if (!count || to <= count.to) return;
    if (reset || from > count.to) return this.#ask(room.id);
    this.#counts.set(room.id, addChanges(count, changes, to));
    this.#publishRoom(room.id);
  }

  #applyMention({ roomId, at, messageSeq: seq, authorId, on }: EventOf<'mention_changed'>): void {
    const count = this.#counts.get(roomId);
    if (!count || this.#options.isSilent(authorId)) return;
    this.#counts.set(roomId, addMention(count, { at, seq, on }));
    this.#publishRoom(roomId);
  }

  /** After a catch-up, whose steps are unknown. */
  applyLog(roomId: string, log: RoomLog): void {
    const count = this.#counts.get(roomId);
    if (!count || log.seq <= count.to) return;
    const { isSilent, getMe } = this.#options;
    const counted = countLog(log, count.base, isSilent, getMe());
    if (!counted) return this.#ask(roomId);
    this.#counts.set(roomId, startCount(counted));
    this.#publishRoom(roomId);
  }

  /** The person sees the room up to `seq`. */
  markRead(roomId: string, seq: number): void {
    const state = this.get(roomId);
    if (!state || this.#held.has(roomId) || seq <= state.readSeq) return;
    // The version that the move back creates is not known yet.
    if (this.#options.queue.list().get(roomId)?.back) return void this.#readSince.set(roomId, seq);
    this.#options.queue.move(roomId, { seq, version: state.version });
    this.#publishRoom(roomId);
  }

  /** The person writes, and so has read everything before. */
  markSent(roomId: string, seq: number): void {
    this.#held.delete(roomId);
    this.markRead(roomId, seq);
  }

  /** From `seq` on. Until the room is opened again, nothing moves the cursor forward. */
  markUnread(roomId: string, seq: number): void {
    const state = this.get(roomId);
    if (!state) return;
    this.#held.add(roomId);
    this.#readSince.delete(roomId);
    const { version } = this.#counts.get(roomId)?.base ?? state;
    this.#options.queue.move(roomId, { seq: Math.max(0, seq - 1), version, back: true });
    this.#publishRoom(roomId);
  }

  #readOn(roomId: string): void {
    const seq = this.#readSince.get(roomId);
    if (seq === undefined) return;
    this.#readSince.delete(roomId);
    this.#held.delete(roomId);
    this.markRead(roomId, seq);
  }

  onOpened(roomId: string): void {
    this.#held.delete(roomId);
  }

  /** Counts may have changed in any way. */
  readAgain(): void {
    for (const roomId of this.#counts.keys()) this.#dueAt.set(roomId, this.#now + CONNECTION_DELAY_MS);
    this.#schedule();
  }

  onBlocksChange(): void {
    for (const roomId of this.#counts.keys()) this.#ask(roomId);
  }

  get #now(): number {
    return this.#options.environment.now();
  }

  #ask(roomId: string): void {
    const { random } = this.#options.environment;
    const earliest = (this.#askedAt.get(roomId) ?? Number.NEGATIVE_INFINITY) + MIN_INTERVAL_MS;
    if (!this.#dueAt.has(roomId))
      this.#dueAt.set(roomId, Math.max(this.#now + random() * MAX_DELAY_MS, earliest));
    this.#schedule();
  }

  #schedule(): void {
    this.#stopTimer?.();
    if (this.#dueAt.size === 0) return;
    const next = Math.min(...this.#dueAt.values());
    const start = () => this.#reading.start();
    this.#stopTimer = this.#options.environment.setTimer(start, Math.max(0, next - this.#now));
  }

  async #read(): Promise<Answer> {
    const roomIds = this.#takeDue();
    if (roomIds.length === 0) return { roomIds, reads: {} };
    return { roomIds, ...(await this.#options.connection.request('get_unread', { roomIds })) };
  }

  #onRead({ roomIds, reads }: Answer): void {
    for (const [roomId, read] of Object.entries(reads)) this.put(roomId, read);
    // Unless the person has joined it meanwhile, it is not theirs any more.
    for (const roomId of roomIds) if (!reads[roomId] && this.#dueAt.has(roomId)) this.remove(roomId);
    this.#schedule();
  }

  #takeDue(): string[] {
    const due = [...this.#dueAt].filter(([, at]) => at <= this.#now).slice(0, MAX_COUNTED_ROOMS);
    for (const [roomId] of due) this.#askedAt.set(roomId, this.#now);
    return due.map(([roomId]) => roomId);
  }

  /** Moves began to wait, or ended. */
  onMovesChange(): void {
    const before = this.#moving;
    this.#moving = new Set(this.#options.queue.list().keys());
    for (const roomId of new Set([...before, ...this.#moving])) this.#publishRoom(roomId);
  }

  #publishRoom(roomId: string): void {
    const shown = this.get(roomId);
    const state = this.#derive(roomId);
    if (shown && state && isSameState(shown, state)) return;
    if (!shown && !state) return;
    const states = new Map(this.states.get());
    if (state) states.set(roomId, state);
    else states.delete(roomId);
    this.states.set(states);
  }

  #derive(roomId: string): ReadState | undefined {
    const count = this.#counts.get(roomId);
    if (!count) return undefined;
    const { state, isExact } = deriveState(count, this.#options.isSilent);
    if (!isExact) this.#ask(roomId);
    const move = this.#options.queue.list().get(roomId);
    return move ? this.#foresee(roomId, state, move) : state;
  }

  /** What the server will return for a move that is on its way. */
  #foresee(
    roomId: string,
    state: ReadState,
    { seq, version, back = false }: { seq: number; version: number; back?: boolean },
  ): ReadState {
    if (version !== state.version || (!back && seq <= state.readSeq)) return state;
    const moved = { ...state, readSeq: seq };
    const { findLog, isSilent, getMe } = this.#options;
    const log = findLog(roomId);
    const counted = log && countLog(log, moved, isSilent, getMe());
    if (counted) return { ...counted, seq: state.seq };
    if (seq >= state.seq) return { ...moved, unread: 0, mentions: 0 };
    return back ? { ...moved, unread: Math.max(1, state.unread) } : moved;
  }
}
