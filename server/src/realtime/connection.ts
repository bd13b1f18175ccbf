import {
  CLOSE_CODE,
  ClientFrame,
  type CommandError,
  type Event,
  HEARTBEAT_TIMEOUT_MS,
  retryAfterReason,
  type Topic,
} from '@snug/protocol';
import * as v from 'valibot';
import type { CommandSubscriber } from '../commands/command-handler.ts';
import type { Dispatch } from '../commands/dispatch.ts';
import type { ResultEncoder } from '../commands/result-encoder.ts';
import { toErrorBody } from '../http/errors.ts';
import type { BufferOwner, SendBufferBudget } from '../limits/send-buffer-budget.ts';
import type { RoomViewers } from '../presence/room-viewers.ts';
import { createFrame, createFrameFromJson, type Frame, parseJson } from './frame.ts';
import { FrameBatch } from './frame-batch.ts';
import type { Hub, Subscriber } from './hub.ts';
import { RefusalCounter } from './refusal-counter.ts';
import { Subscriptions } from './subscriptions.ts';
import type { Transport } from './transport.ts';
import type { Flushable, WriteScheduler } from './write-scheduler.ts';

/** What a reader may leave unread, in bytes, and for how long it may leave more, in ms, before it is cut off to catch up later. */
const MAX_UNREAD_BYTES = 1024 * 1024;
const SLOW_CONSUMER_TIMEOUT_MS = 5_000;
/** Beyond this it is cut off at once, in bytes. */
const HARD_MAX_UNREAD_BYTES = 8 * 1024 * 1024;

/** While more than this waits on a socket, in bytes, nothing is read from it. */
const HIGH_WATER_MARK_BYTES = 128 * 1024;
/** So many commands of one socket run at once; others wait for these. */
const MAX_CONCURRENT_COMMANDS = 32;

/** A line that takes so many bytes in a second is not dead, and gets this much longer at most, in ms, to answer a ping. */
const MIN_THROUGHPUT_BYTES_PER_S = 8_000;
const MAX_EXTRA_TIMEOUT_MS = 120_000;

/** At most 64 kB of them, where each is a row of the list of rooms. */
const EVENTS_PER_FRAME = 40;

/** How long whoever does not slow down is sent away. */
const RETRY_AFTER_S = 30;

export interface ConnectionOptions {
  uid: string;
  sessionId: string;
  transport: Transport;
  hub: Hub;
  roomViewers: Pick<RoomViewers, 'enter' | 'leave'>;
  dispatch: Dispatch;
  resultEncoder: Pick<ResultEncoder, 'encode' | 'charge'>;
  sendBufferBudget: Pick<SendBufferBudget, 'set' | 'isExceeded'>;
  now: () => number;
  /** Runs `flush` once at the end of this turn of the event loop. */
  defer: (flush: () => void) => void;
  setTimer: (run: () => void, ms: number) => void;
  /** When what is said in rooms is written, and when all else that is told to many. */
  writes: Pick<WriteScheduler, 'enqueue'>;
  backgroundWrites: Pick<WriteScheduler, 'enqueue'>;
  /** Called once, when nothing can be told to this connection any more. */
  onEnd: (connection: Connection) => void;
}

/** One socket of a signed-in person: takes commands, sends answers and the events of its topics. */
export class Connection implements Subscriber, CommandSubscriber, Flushable {
  readonly uid: string;
  readonly sessionId: string;
  readonly #options: ConnectionOptions;
  readonly #subscriptions: Subscriptions;
  readonly #bufferOwner: BufferOwner;
  #outgoing = FrameBatch.EMPTY;
  #isFlushDeferred = false;
  #isFlushScheduled = false;
  #lastReceivedAt: number;
  /** Whether nothing can be sent any more. */
  isClosed = false;
  readonly #refusals: RefusalCounter;
  /** Frames that came while too much waited or ran. */
  readonly #heldFrames: string[] = [];
  #runningCommands = 0;
  #isReleasing = false;
  /** Whether others know that something waits here. */
  #hasUnreadBytes = false;
  /** Since when more is unread than a reader may leave. */
  #slowSince: number | undefined;
  /** Bytes of answers, and of rows that come with them, which leave at the end of this turn. */
  #pendingBytes = 0;
  /** Bytes, of which a line that answers a ping has taken all that was before it. */
  #bytesSinceReceived = 0;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.uid = options.uid;
    this.sessionId = options.sessionId;
    this.#subscriptions = new Subscriptions(options, this);
    this.#refusals = new RefusalCounter(options.setTimer);
    this.#bufferOwner = { uid: options.uid, address: options.transport.address };
    this.#lastReceivedAt = options.now();
  }

  get openRooms(): string[] {
    return this.#subscriptions.openRooms;
  }

  subscribe(topic: Topic): Promise<() => void> {
    return this.#subscriptions.add(topic);
  }

  unsubscribe(topic: Topic): void {
    this.#subscriptions.remove(topic);
  }

  watchPeople(uids: readonly string[]): Promise<void> {
    // Its own person's changes reach a connection whomever it watches.
    return this.#subscriptions.replacePeople(new Set([...uids, this.uid]));
  }

  watchRooms(add: readonly string[], remove: readonly string[]): Promise<void> {
    return this.#subscriptions.changeSummaries(add, remove);
  }

  sendEvents(events: readonly Event[]): void {
    for (let from = 0; from < events.length; from += EVENTS_PER_FRAME) {
      const rows = createFrame({ events: events.slice(from, from + EVENTS_PER_FRAME) });
      this.#options.resultEncoder.charge(this.uid, rows.bytes.length);
      this.#pendingBytes += rows.bytes.length;
      this.sendInBackground(rows);
    }
  }

  /** Leaves with the next round, in one write with whatever gathers until then. */
  send(content: Frame): void {
    if (this.isClosed) return;
    this.#outgoing = this.#outgoing.append(content);
    if (this.#isFlushScheduled) return;
    this.#isFlushScheduled = true;
    this.#options.writes.enqueue(this);
  }

  /** The same, but nothing that is said in a room waits for it. */
  sendInBackground(content: Frame): void {
    if (this.isClosed) return;
    if (this.#outgoing === FrameBatch.EMPTY) this.#options.backgroundWrites.enqueue(this);
    this.#outgoing = this.#outgoing.append(content);
  }

  /** Leaves at the end of this turn, in one write with all that waits: somebody waits for it. */
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

  /** Writes what waits, if anything does, and says how many frames that was. */
  flush(): number {
    this.#isFlushDeferred = false;
    this.#isFlushScheduled = false;
    const batch = this.#outgoing;
    if (this.isClosed || batch === FrameBatch.EMPTY) return 0;
    this.#outgoing = FrameBatch.EMPTY;
    this.#pendingBytes = 0;
    const { transport } = this.#options;
    // Before the write: nobody can have read what is only being written.
    const isSlow = this.#isSlowConsumer(transport.unreadBytes());
    transport.write(batch);
    this.#bytesSinceReceived += batch.bytes.length;
    if (isSlow) this.close(CLOSE_CODE.slowConsumer);
    else if (this.#heldFrames.length > 0) this.#releaseHeld();
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

  /** All that was written is on its way. */
  onDrain(): void {
    this.#updateUnreadBytes(0);
    this.#lastReceivedAt = this.#options.now();
    this.#releaseHeld();
  }

  /** A text frame came in. */
  receive(text: string): void {
    if (this.isClosed) return;
    this.touch();
    if (this.#heldFrames.length === 0 && !this.#isBusy()) return this.#runCommand(text);
    this.#heldFrames.push(text);
    this.#options.transport.pause();
  }

  #isBusy(): boolean {
    const { transport, sendBufferBudget } = this.#options;
    if (this.#refusals.isPaused || this.#runningCommands >= MAX_CONCURRENT_COMMANDS) return true;
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

  /** Performs the next of the commands that were held, and the others in turns of their own. */
  #releaseHeld(): void {
    if (this.#isReleasing || this.isClosed || this.#heldFrames.length === 0) return;
    this.#isReleasing = true;
    this.#options.defer(() => {
      this.#isReleasing = false;
      if (this.isClosed || this.#isBusy()) return;
      const text = this.#heldFrames.shift();
      if (text !== undefined) this.#runCommand(text);
      if (this.#heldFrames.length > 0) this.#releaseHeld();
      else this.#options.transport.resume();
    });
  }

  #runCommand(text: string): void {
    const parsed = v.safeParse(ClientFrame, parseJson(text));
    if (!parsed.success) return this.close(CLOSE_CODE.invalidFrame);
    const { id, command, input } = parsed.output;
    const caller = { uid: this.uid, sessionId: this.sessionId, subscriber: this };
    this.#runningCommands++;
    this.#options
      .dispatch(caller, command, input)
      .then(ok => this.#sendResult(id, command, ok))
      .catch((error: CommandError) => this.#sendError(id, error))
      .finally(() => {
        this.#runningCommands--;
        this.#releaseHeld();
      });
  }

  /** Anything came in, be it the answer to a ping. */
  touch(): void {
    this.#lastReceivedAt = this.#options.now();
    this.#bytesSinceReceived = 0;
  }

  /** Has it told `saying`; ends a connection that fell silent. */
  heartbeat(createHeartbeatFrame: (openRooms: readonly string[]) => Frame): void {
    const patienceMs = Math.min(
      (this.#bytesSinceReceived / MIN_THROUGHPUT_BYTES_PER_S) * 1_000,
      MAX_EXTRA_TIMEOUT_MS,
    );
    if (this.#options.now() - this.#lastReceivedAt > HEARTBEAT_TIMEOUT_MS + patienceMs) {
      this.dispose();
      return this.#options.transport.terminate();
    }
    if (this.#hasUnreadBytes) this.#updateUnreadBytes(this.#options.transport.unreadBytes());
    this.sendInBackground(createHeartbeatFrame(this.openRooms));
  }

  close(code: number, reason?: string): void {
    if (this.isClosed) return;
    this.flush();
    this.dispose();
    this.#options.transport.close(code, reason);
  }

  /** The socket is gone. */
  dispose(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.#heldFrames.length = 0;
    this.#updateUnreadBytes(0);
    this.#subscriptions.end();
    this.#options.onEnd(this);
  }

  #sendResult(id: number, command: string, ok: unknown): void {
    const json = this.#options.resultEncoder.encode(this.uid, command, ok);
    this.#refusals.clear();
    if (this.isClosed) return;
    const result = createFrameFromJson(`{"id":${id},"ok":${json}}`);
    this.#pendingBytes += result.bytes.length;
    this.#sendNow(result);
  }

  #sendError(id: number, error: CommandError): void {
    this.sendNow({ id, ...toErrorBody(error) });
    if (error.code !== 'rate_limited') return;
    this.#refusals.add(() => this.#releaseHeld());
    if (this.#refusals.isOverLimit) this.close(CLOSE_CODE.tryLater, retryAfterReason(RETRY_AFTER_S));
  }
}
