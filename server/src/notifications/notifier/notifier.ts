import { randomUUID } from 'node:crypto';
import { parseTopic } from '@snug/protocol';
import type { Clock } from '../../base/clock.ts';
import { readPositions } from '../../chat/rooms/room-access-store.ts';
import { findMeta } from '../../db/meta.ts';
import { type Publication, SYSTEM_CALLER } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import type { PushServices } from '../push-services.ts';
import type { ActivePeople } from './active-people.ts';
import { BadgeReader } from './badge-reader.ts';
import { DevicePusher } from './device-pusher.ts';
import { LaterPusher } from './later-pusher.ts';
import {
  findPosition,
  type ListedPosition,
  listExpired,
  listPositions,
  listUnclaimed,
} from './position-store.ts';
import { PushMinutes } from './push-minutes.ts';
import { CALLS_EPOCH, type PushWriter, ROOM_LEASE_MS } from './push-mutations.ts';
import { PushSlots } from './push-slots.ts';
import { ReadPusher, type RoomChange, type RoomChanges } from './read-pusher.ts';
import { listOutstanding, listShown, type ShownRange } from './recipient-store.ts';
import { RestQueue } from './rest-queue.ts';
import { RoomPusher } from './room-pusher.ts';
import {
  createTurnRoom,
  getNextDue,
  getStoredSeq,
  type RoomTurnOptions,
  runRoomTurn,
  type TurnRoom,
} from './room-turn.ts';
import { WordWatchers } from './word-watchers.ts';

/** Messages within this time share one look for people. */
const WAKE_MS = 50;
/** An active person has so much time to read a message without a push. */
export const HOLD_MS = 10_000;
/** Cursors that move within this time share a push. */
const READ_DELAY_MS = 2_000;
const SWEEP_MS = 10_000;
/** Of this process. The rest of a lease is for one more slice. */
const RENEW_AFTER_MS = 8_000;
/** A process that keeps a lease looks for the messages that other processes stored. */
const LOOK_MS = 250;
/** A process that ends does so before its lease: its rooms changed since then. */
const RECENT_MS = 2 * 60_000;
const PAGE_SIZE = 500;
const RUNNING_TURNS = 8;
/** Turns of rooms with many people rest, and so take long. This many do not count towards `RUNNING_TURNS`. */
const LARGE_TURNS = 8;
const ROOMS_PER_WRITE = 100;
const READS_PER_STEP = 200;
/** After an error, such as that of a database that does not respond. */
const RETRY_MS = 5_000;

export interface NotifierOptions {
  read: Db;
  writer: PushWriter;
  push: Pick<PushServices, 'sender' | 'topics' | 'origin'>;
  active: ActivePeople;
  epoch: string;
  /** The store's time. */
  now: () => number;
  clock: Clock;
  /** How long the main thread was busy since its start, in ms. */
  busyNow: () => number;
  /** No other process uses the database. */
  isAlone: boolean;
  onFailure: (error: unknown) => void;
}

interface LeasedRoom extends TurnRoom {
  /** What the database has; undefined before the first claim. */
  storedSeq: number | undefined;
  /** By the clock of this process. */
  leasedAt: number;
  isRunning: boolean;
  /** Its turn calls many people. */
  isLarge: boolean;
  isWoken: boolean;
  cancelTimer: () => void;
}

/** Calls people who have a device: follows the logs of rooms after each commit, and reads everything else when it sends. */
export class Notifier {
  readonly #options: NotifierOptions;
  readonly #owner = randomUUID();
  readonly #turnOptions: RoomTurnOptions;
  readonly #reads: ReadPusher;
  readonly #later: LaterPusher;
  readonly #words: WordWatchers;
  readonly #rooms = new Map<string, LeasedRoom>();
  readonly #queue = new Set<string>();
  readonly #woken = new Set<string>();
  #moved: Map<string, RoomChanges> = new Map();
  readonly #running = new Set<Promise<unknown>>();
  readonly #stops: (() => void)[] = [];
  #isRunning = false;
  #hasBegun = false;
  #isSweeping = false;
  #isSendingLater = false;
  /** When this process last looked for rooms that no process calls for, in the store's time. */
  #sweptAt = Number.POSITIVE_INFINITY;

  constructor(options: NotifierOptions) {
    this.#options = options;
    const { read, writer, push, clock } = options;
    const devices = new DevicePusher({
      sender: push.sender,
      topics: push.topics,
      clock,
      onLateResult: result =>
        void this.#run(writer.write('store_pushes', SYSTEM_CALLER, { results: [result] })),
    });
    const onRead = (uid: string, roomId: string) => this.#move(uid, roomId, 'messages');
    const { origin } = push;
    const counted = { badges: new BadgeReader(read), minutes: new PushMinutes(), slots: new PushSlots() };
    const shared = { ...options, ...counted, devices, origin, onRead };
    const rooms = new RoomPusher(shared);
    this.#reads = new ReadPusher({ ...shared, rooms });
    this.#later = new LaterPusher({ ...shared, rooms, holdMs: HOLD_MS });
    this.#words = new WordWatchers(options);
    this.#turnOptions = {
      ...options,
      pusher: rooms,
      words: this.#words,
      rests: new RestQueue(options),
      holdMs: HOLD_MS,
      keepLease: room => this.#keepLease(room as LeasedRoom),
      onLarge: room => {
        (room as LeasedRoom).isLarge = true;
        this.#startTurns();
      },
    };
  }

  async start(): Promise<void> {
    const { clock, isAlone } = this.#options;
    this.#isRunning = true;
    this.#stops.push(clock.repeat(() => void this.sweep(), SWEEP_MS));
    if (!isAlone) this.#stops.push(clock.repeat(() => void this.#run(this.#look()), LOOK_MS));
    await this.sweep();
  }

  /** Repeated after a failure. Until then, the commits of this process wait in the logs. */
  async #begin(): Promise<void> {
    const { epoch, read, writer } = this.#options;
    if ((await findMeta(read, CALLS_EPOCH)) !== epoch)
      await writer.write('begin_calls', SYSTEM_CALLER, { epoch });
    this.#hasBegun = true;
    await this.#wakeUnfinished();
  }

  /** Resolves after the running pushes. */
  async stop(): Promise<void> {
    this.#isRunning = false;
    for (const stop of this.#stops.splice(0)) stop();
    this.#queue.clear();
    for (const { cancelTimer } of this.#rooms.values()) cancelTimer();
    await this.whenIdle();
    await this.#store(() => true).catch(this.#options.onFailure);
  }

  /** Resolves when nothing runs. Timers can be due. */
  async whenIdle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /** For the publications of each commit of this process. */
  record(publications: readonly Publication[]): void {
    if (!this.#isRunning || !this.#hasBegun) return;
    for (const { topic, event } of publications) {
      const [kind, id] = parseTopic(topic);
      if (kind === 'room' && event.type === 'message_sent') this.#wake(event.roomId);
      else if (kind === 'room' && event.type === 'message_deleted')
        this.#takeBack(event.roomId, { from: event.message.seq });
      else if (kind === 'room' && event.type === 'room_deleted') this.#takeBack(event.roomId);
      else if (kind === 'room' && event.type === 'room_trimmed')
        this.#takeBack(event.roomId, { before: event.before });
      else if (kind === 'self' && event.type === 'read_moved') this.#move(id, event.roomId, 'messages');
      else if (kind === 'self' && event.type === 'membership_changed') this.#move(id, event.roomId, 'rights');
      else if (kind === 'self' && event.type === 'block_changed' && event.blocked) this.#takeBackAll(id);
      else if (kind === 'self' && event.type === 'notification_settings_changed') this.#words.forget();
    }
  }

  #wake(roomId: string): void {
    if (this.#woken.size === 0) this.#options.clock.setTimer(() => this.#addWoken(), WAKE_MS);
    this.#woken.add(roomId);
  }

  #addWoken(): void {
    const roomIds = [...this.#woken];
    this.#woken.clear();
    for (const roomId of roomIds) this.#add(roomId);
  }

  /** The device of each person whose notification may show a message that is gone. */
  #takeBack(roomId: string, range: ShownRange = {}): void {
    void this.#run(
      (async () => {
        for (let after: string | undefined = ''; after !== undefined; ) {
          const uids: string[] = await listShown(this.#options.read, roomId, range, after, PAGE_SIZE);
          for (const uid of uids) this.#move(uid, roomId, 'messages');
          after = uids.length === PAGE_SIZE ? uids.at(-1) : undefined;
        }
      })(),
    );
  }

  /** Each notification of the person may show a message of somebody whom they blocked. */
  #takeBackAll(uid: string): void {
    void this.#run(
      (async () => {
        for (const { roomId } of (await listOutstanding(this.#options.read, [uid])).get(uid) ?? [])
          this.#move(uid, roomId, 'messages');
      })(),
    );
  }

  #move(uid: string, roomId: string, change: RoomChange): void {
    if (this.#moved.size === 0)
      this.#options.clock.setTimer(() => void this.#run(this.#updateMoved()), READ_DELAY_MS);
    const rooms = this.#moved.get(uid) ?? new Map<string, RoomChange>();
    this.#moved.set(uid, rooms.set(roomId, rooms.get(roomId) === 'messages' ? 'messages' : change));
  }

  async #updateMoved(): Promise<void> {
    const moved = [...this.#moved];
    this.#moved = new Map();
    for (let from = 0; from < moved.length; from += READS_PER_STEP)
      await this.#reads.update(new Map(moved.slice(from, from + READS_PER_STEP)));
  }

  #add(roomId: string): void {
    if (!this.#isRunning) return;
    const room = this.#rooms.get(roomId);
    if (room?.isRunning) room.isWoken = true;
    else this.#queue.add(roomId);
    this.#startTurns();
  }

  #startTurns(): void {
    for (const roomId of this.#queue) {
      const running = [...this.#rooms.values()].filter(({ isRunning }) => isRunning);
      const large = running.filter(({ isLarge }) => isLarge).length;
      if (running.length - Math.min(large, LARGE_TURNS) >= RUNNING_TURNS) return;
      this.#queue.delete(roomId);
      void this.#run(this.#runTurn(roomId)).finally(() => this.#startTurns());
    }
  }

  async #runTurn(roomId: string): Promise<void> {
    const room = this.#rooms.get(roomId) ?? createLeasedRoom(roomId);
    this.#rooms.set(roomId, room);
    room.isRunning = true;
    room.isLarge = false;
    room.isWoken = false;
    room.cancelTimer();
    const isOwned = await this.#tryTurn(room);
    room.isRunning = false;
    if (!isOwned) this.#rooms.delete(roomId);
    else if (room.isWoken) this.#add(roomId);
  }

  async #tryTurn(room: LeasedRoom): Promise<boolean> {
    const { now, onFailure } = this.#options;
    try {
      if (!(await this.#claim(room)) || !(await runRoomTurn(this.#turnOptions, room))) return false;
      const due = getNextDue(room);
      if (due !== undefined) this.#plan(room, due - now());
    } catch (error) {
      onFailure(error);
      this.#plan(room, RETRY_MS);
    }
    return true;
  }

  #plan(room: LeasedRoom, ms: number): void {
    room.cancelTimer = this.#options.clock.setTimer(() => this.#add(room.roomId), Math.max(0, ms));
  }

  async #claim(room: LeasedRoom): Promise<boolean> {
    const { read, writer, isAlone, clock } = this.#options;
    if (room.storedSeq !== undefined) return this.#keepLease(room);
    const { roomId } = room;
    room.leasedAt = clock.steadyNow();
    const known = isAlone ? await findPosition(read, roomId) : undefined;
    const { seq } =
      known ?? (await writer.write('claim_room_calls', SYSTEM_CALLER, { roomId, ...this.#process }));
    if (seq === undefined) return false;
    room.storedSeq = seq;
    room.seq = seq;
    return true;
  }

  /** A process that was frozen may have lost the lease. */
  async #keepLease(room: LeasedRoom): Promise<boolean> {
    const { isAlone, clock } = this.#options;
    if (isAlone || !this.#isRunning) return this.#isRunning;
    const age = clock.steadyNow() - room.leasedAt;
    if (age < RENEW_AFTER_MS) return true;
    if (age >= ROOM_LEASE_MS) return false;
    await this.#storeRooms([room], false);
    return this.#rooms.has(room.roomId);
  }

  /** Stores how far the rooms are, and ends the leases of those in which nobody waits. */
  async #store(mayEnd: (room: LeasedRoom) => boolean): Promise<void> {
    const idle = [...this.#rooms.values()].filter(
      ({ isRunning, storedSeq }) => !isRunning && storedSeq !== undefined,
    );
    const ended = idle.filter(mayEnd);
    const kept = idle.filter(room => !ended.includes(room));
    for (let from = 0; from < ended.length; from += ROOMS_PER_WRITE)
      await this.#storeRooms(ended.slice(from, from + ROOMS_PER_WRITE), true);
    for (let from = 0; from < kept.length; from += ROOMS_PER_WRITE)
      await this.#storeRooms(kept.slice(from, from + ROOMS_PER_WRITE), false);
  }

  async #storeRooms(rooms: readonly LeasedRoom[], ends: boolean): Promise<void> {
    const { writer, clock, isAlone } = this.#options;
    const leasedAt = clock.steadyNow();
    const stored = rooms.map(room => ({ roomId: room.roomId, seq: getStoredSeq(room), ends }));
    if (ends) for (const { roomId, isRunning } of rooms) if (!isRunning) this.#rooms.delete(roomId);
    const changed = isAlone ? stored.filter(({ seq }, index) => seq !== rooms[index]?.storedSeq) : stored;
    if (changed.length === 0) return;
    const { lost } = await writer.write('store_room_calls', SYSTEM_CALLER, {
      ...this.#process,
      rooms: changed,
    });
    for (const [index, room] of rooms.entries()) {
      room.storedSeq = stored[index]?.seq;
      room.leasedAt = leasedAt;
    }
    for (const roomId of lost) this.#rooms.delete(roomId);
  }

  get #process() {
    return { owner: this.#owner, isAlone: this.#options.isAlone };
  }

  /** Messages that other processes stored in the rooms of this one. */
  async #look(): Promise<void> {
    const rooms = [...this.#rooms.values()].filter(({ isRunning }) => !isRunning);
    await this.#addNewer(new Map(rooms.map(({ roomId, seq }) => [roomId, seq])));
  }

  async #addNewer(seqs: ReadonlyMap<string, number>): Promise<void> {
    if (seqs.size === 0) return;
    const positions = await readPositions(this.#options.read, [...seqs.keys()]);
    for (const [roomId, seq] of positions) if (seq > (seqs.get(roomId) ?? 0)) this.#add(roomId);
  }

  /** What an earlier process left. */
  async #wakeUnfinished(): Promise<void> {
    for (let after: string | undefined = ''; after !== undefined; ) {
      const page: ListedPosition[] = await listPositions(this.#options.read, after, PAGE_SIZE);
      for (const { roomId, seq, end } of page) if ((end ?? 0) > seq) this.#add(roomId);
      after = page.length === PAGE_SIZE ? page.at(-1)?.roomId : undefined;
    }
  }

  async sweep(): Promise<void> {
    if (this.#isSweeping || !this.#isRunning) return;
    this.#isSweeping = true;
    if (!this.#hasBegun) await this.#run(this.#begin());
    if (this.#hasBegun) await this.#run(this.#sweepRooms());
    this.#isSweeping = false;
    await this.#sendLater();
  }

  /** Slow push services must not keep this process from renewing the leases of its rooms. */
  async #sendLater(): Promise<void> {
    if (this.#isSendingLater || !this.#hasBegun) return;
    this.#isSendingLater = true;
    await this.#run(this.#later.run(() => this.#isRunning));
    this.#isSendingLater = false;
  }

  async #sweepRooms(): Promise<void> {
    const { read, now, isAlone } = this.#options;
    const ended = [...this.#rooms.values()].filter(room => room.held.size === 0 && !room.isRunning);
    await this.#store(room => ended.includes(room));
    if (isAlone) return;
    // Another process may have stored messages before the lease ended, and left them to this one.
    await this.#addNewer(new Map(ended.map(({ roomId, seq }) => [roomId, seq])));
    const at = now();
    for (const roomId of await listExpired(read, at, PAGE_SIZE)) this.#add(roomId);
    const since = Math.min(at, this.#sweptAt) - RECENT_MS;
    for (const roomId of await listUnclaimed(read, at, since, PAGE_SIZE)) this.#add(roomId);
    this.#sweptAt = at;
  }

  /** Never rejects. */
  #run(work: Promise<unknown>): Promise<unknown> {
    const running = work.catch(this.#options.onFailure).finally(() => this.#running.delete(running));
    this.#running.add(running);
    return running;
  }
}

function createLeasedRoom(roomId: string): LeasedRoom {
  const state = {
    storedSeq: undefined,
    leasedAt: 0,
    isRunning: false,
    isLarge: false,
    isWoken: false,
    cancelTimer: () => {},
  };
  return { ...createTurnRoom(roomId, 0), ...state };
}
