import { CLOSE_CODE, type CommandError, type Event, type Topic } from '@snug/protocol';
import type { Dispatch } from '../commands/dispatch.ts';
import { toErrorBody } from '../commands/error-body.ts';
import type { ResultEncoder } from '../commands/result-encoder.ts';
import type { TokenScope } from '../db/mutation.ts';
import type { BufferOwner, SendBufferBudget } from '../limits/send-buffer-budget.ts';
import type { TimedTurns } from '../limits/timed-turns.ts';
import type { TurnScheduler } from '../limits/turn-scheduler.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { ActivePeople } from '../notifications/notifier/active-people.ts';
import type { RoomViewers } from '../people/presence/room-viewers.ts';
import { BannedRooms } from './banned-rooms.ts';
import { CommandReader, type ResultSender } from './command-reader.ts';
import { createFrame, createFrameFromJson, type Frame } from './frame.ts';
import { FrameBatch } from './frame-batch.ts';
import type { Hub, Subscriber } from './hub.ts';
import { Liveness } from './liveness.ts';
import { Subscriptions } from './subscriptions.ts';
import type { Transport } from './transport.ts';
import type { Flushable, WriteScheduler } from './write-scheduler.ts';

/** The server closes a connection with more unread bytes than this after the timeout. */
const MAX_UNREAD_BYTES = 1024 * 1024;
const SLOW_CONSUMER_TIMEOUT_MS = 5_000;
/** Above this, the server closes the connection immediately. */
const HARD_MAX_UNREAD_BYTES = 8 * 1024 * 1024;

/** While a socket has more pending bytes than this, the server does not read from it. */
const HIGH_WATER_MARK_BYTES = 128 * 1024;

/** Asks the client to read the list again. */
const UNKNOWN_LIST: Event = { type: 'list_changed', rooms: [], more: true };

/** At most 64 kB if each event is a row of the room list. */
const EVENTS_PER_FRAME = 40;

export interface ConnectionOptions {
  uid: string;
  guest: boolean;
  sessionId: string;
  scope?: TokenScope | undefined;
  transport: Transport;
  hub: Hub;
  roomViewers: Pick<RoomViewers, 'enter' | 'leave'>;
  active: Pick<ActivePeople, 'set'>;
  dispatch: Dispatch;
  resultEncoder: Pick<ResultEncoder, 'encode' | 'charge'>;
  sendBufferBudget: Pick<SendBufferBudget, 'set' | 'isExceeded'>;
  now: () => number;
  defer: (flush: () => void) => void;
  setTimer: (run: () => void, ms: number) => void;
  /** Turns of all sockets to run a held command. */
  heldCommands: Pick<TimedTurns, 'run'>;
  /** Turns of all sockets to parse a large frame. */
  largeFrames: Pick<TurnScheduler, 'waitForTurn'>;
  /** For events of rooms. `backgroundWrites` is for all other events. */
  writes: Pick<WriteScheduler, 'enqueue'>;
  backgroundWrites: Pick<WriteScheduler, 'enqueue'>;
  metrics?: Pick<Metrics, 'deliveries' | 'deliveredBytes'> | undefined;
  /** Called once, when the connection stops sending. */
  onEnd: (connection: Connection) => void;
}

export class Connection implements Subscriber, ResultSender, Flushable {
  readonly uid: string;
  readonly guest: boolean;
  readonly sessionId: string;
  readonly scope: TokenScope | undefined;
  readonly #options: ConnectionOptions;
  readonly #subscriptions: Subscriptions;
  readonly #reader: CommandReader;
  readonly #bufferOwner: BufferOwner;
  #outgoing = FrameBatch.EMPTY;
  #isFlushDeferred = false;
  readonly #liveness: Liveness;
  isClosed = false;
  bannedRooms = new BannedRooms();
  #hasUnreadBytes = false;
  /** When the unread bytes began to exceed `MAX_UNREAD_BYTES`. */
  #slowSince: number | undefined;
  /** Bytes of results and of their rows, which leave at the end of this turn. */
  #pendingBytes = 0;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.uid = options.uid;
    this.guest = options.guest;
    this.sessionId = options.sessionId;
    this.scope = options.scope;
    this.#subscriptions = new Subscriptions(options, this);
    this.#reader = new CommandReader(options, this);
    this.#bufferOwner = { uid: options.uid, address: options.transport.address };
    this.#liveness = new Liveness(options.now());
  }

  get openRooms(): string[] {
    return this.#subscriptions.openRooms;
  }

  get followedRooms(): string[] {
    return this.#subscriptions.followedRooms;
  }

  get roomIds(): string[] {
    return this.#subscriptions.roomIds;
  }

  subscribe(topic: Topic): Promise<() => void> {
    return this.#subscriptions.add(topic);
  }

  /** A command that reads earlier misses changes: those between its read and the subscription. */
  holdCommandsUntil(subscribed: Promise<unknown>): void {
    void this.#reader.holdUntil(subscribed);
  }

  unsubscribe(topic: Topic): void {
    this.#subscriptions.remove(topic);
    // Changes no longer arrive.
    if (topic === 'list') this.bannedRooms = new BannedRooms();
  }

  async leaveOutBannedRooms(readRoomIds: () => Promise<ReadonlySet<string>>): Promise<void> {
    if (await this.bannedRooms.read(readRoomIds)) this.sendEvents([UNKNOWN_LIST]);
  }

  watchPeople(uids: readonly string[]): Promise<void> {
    // A connection always receives the changes of its own person.
    return this.#subscriptions.replacePeople(new Set([...uids, this.uid]));
  }

  watchRooms(add: readonly string[], remove: readonly string[]): Promise<void> {
    return this.#subscriptions.changeSummaries(add, remove);
  }

  setActive(isActive: boolean): void {
    if (!this.isClosed) this.#options.active.set(this, isActive);
  }

  sendEvents(events: readonly Event[]): void {
    if (this.isClosed) return;
    for (let from = 0; from < events.length; from += EVENTS_PER_FRAME) {
      const rows = createFrame({ events: events.slice(from, from + EVENTS_PER_FRAME) });
      this.#options.resultEncoder.charge(this.uid, rows.bytes.length);
      this.#pendingBytes += rows.bytes.length;
      this.sendInBackground(rows);
    }
  }

  /** Leaves with the next flush of `writes`, together with all queued frames. */
  send(content: Frame): void {
    if (this.isClosed) return;
    this.#outgoing = this.#outgoing.append(content);
    this.#options.writes.enqueue(this);
  }

  /** Like `send`, but events of rooms do not wait for this frame. */
  sendInBackground(content: Frame): void {
    if (this.isClosed) return;
    if (this.#outgoing === FrameBatch.EMPTY) this.#options.backgroundWrites.enqueue(this);
    this.#outgoing = this.#outgoing.append(content);
  }

  /** Leaves at the end of this turn, together with all queued frames. */
  sendNow(content: object): void {
    if (this.isClosed) return;
    this.#sendNow(createFrame(content));
  }

  #sendNow(content: Frame): void {
    this.#outgoing = this.#outgoing.append(content);
    if (this.#isFlushDeferred) return;
    this.#isFlushDeferred = true;
    this.#options.defer(() => void this.flush());
  }

  /** Throws a `CommandError` if the result is too large. */
  sendResult(id: number, command: string, value: unknown): void {
    const json = this.#options.resultEncoder.encode(this.uid, command, value);
    if (this.isClosed) return;
    const result = createFrameFromJson(`{"id":${id},"ok":${json}}`);
    this.#pendingBytes += result.bytes.length;
    this.#sendNow(result);
  }

  sendError(id: number, error: CommandError, requestId: string): void {
    this.sendNow({ id, ...toErrorBody(error, requestId) });
  }

  flush(): number {
    this.#isFlushDeferred = false;
    const batch = this.#outgoing;
    if (this.isClosed || batch === FrameBatch.EMPTY) return 0;
    this.#outgoing = FrameBatch.EMPTY;
    this.#pendingBytes = 0;
    const { transport, metrics } = this.#options;
    // Measured before the write, because the client cannot have read this batch.
    const isSlow = this.#isSlowConsumer(transport.unreadBytes());
    transport.write(batch);
    this.#liveness.onWrite(batch.bytes.length);
    metrics?.deliveries.inc(batch.count);
    metrics?.deliveredBytes.inc(batch.bytes.length);
    if (isSlow) this.#end(CLOSE_CODE.slowConsumer);
    else this.#reader.releaseHeld();
    return batch.count;
  }

  #isSlowConsumer(unread: number): boolean {
    if (unread <= MAX_UNREAD_BYTES) {
      this.#slowSince = undefined;
      return false;
    }
    this.#slowSince ??= this.#options.now();
    return unread > HARD_MAX_UNREAD_BYTES || this.#options.now() - this.#slowSince > SLOW_CONSUMER_TIMEOUT_MS;
  }

  onDrain(): void {
    this.#updateUnreadBytes(0);
    this.#liveness.onReceive(this.#options.now());
    this.#reader.releaseHeld();
  }

  receive(text: string): void {
    if (this.isClosed) return;
    this.#liveness.onReceive(this.#options.now());
    this.#reader.receive(text);
  }

  isSendBufferFull(): boolean {
    const { transport, sendBufferBudget } = this.#options;
    const unread = transport.unreadBytes();
    this.#updateUnreadBytes(unread);
    return (
      unread + this.#pendingBytes > HIGH_WATER_MARK_BYTES ||
      (unread > 0 && sendBufferBudget.isExceeded(this.#bufferOwner))
    );
  }

  #updateUnreadBytes(unread: number): void {
    if (unread === 0 && !this.#hasUnreadBytes) return;
    this.#hasUnreadBytes = unread > 0;
    this.#options.sendBufferBudget.set(this.#bufferOwner, unread);
  }

  onPong(): void {
    this.#liveness.onPong(this.#options.now());
  }

  /** Sends the heartbeat, or terminates a silent connection. */
  heartbeat(createHeartbeatFrame: (openRooms: readonly string[]) => Frame): void {
    if (this.#reader.isHeldUp) this.#liveness.onHeldUp(this.#options.now());
    if (this.#liveness.isTimedOut(this.#options.now())) {
      this.dispose();
      return this.#options.transport.terminate();
    }
    if (this.#hasUnreadBytes) this.#updateUnreadBytes(this.#options.transport.unreadBytes());
    this.#liveness.onPing();
    this.sendInBackground(createHeartbeatFrame(this.openRooms));
  }

  /** Ends all subscriptions for good. The results of commands still leave. */
  endSubscriptions(): void {
    this.#subscriptions.end();
  }

  /** Accepts no further commands, and closes after the results of the running ones. Resolves when it is closed. */
  async finish(code: number, reason?: string): Promise<void> {
    await this.#reader.finish();
    this.close(code, reason);
  }

  close(code: number, reason?: string): void {
    if (this.isClosed) return;
    this.flush();
    this.#end(code, reason);
  }

  /** The flush before may have ended it already, for a slow consumer. */
  #end(code: number, reason?: string): void {
    if (this.isClosed) return;
    this.dispose();
    this.#options.transport.close(code, reason);
  }

  dispose(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.#reader.dropHeld();
    this.#updateUnreadBytes(0);
    this.#subscriptions.end();
    this.#options.active.set(this, false);
    this.#options.onEnd(this);
  }
}
