import {
  adviceIn,
  CLOSE,
  ClientFrame,
  type CommandError,
  type Event,
  SILENCE_MS,
  type Topic,
} from '@snug/protocol';
import * as v from 'valibot';
import type { Listener } from '../commands/command-handler.ts';
import type { Dispatch } from '../commands/dispatch.ts';
import type { Answers } from '../commands/result-encoder.ts';
import { bodyOf } from '../http/errors.ts';
import type { Reader, WaitingBytes } from '../limits/send-buffer-budget.ts';
import type { Attendance } from '../presence/room-viewers.ts';
import { type Frame, frame, frameOf, parseJson } from './frame.ts';
import { Bundle } from './frame-batch.ts';
import type { Hub, Subscriber } from './hub.ts';
import { Refusals } from './refusal-counter.ts';
import { Subscriptions } from './subscriptions.ts';
import type { Member, Rounds } from './write-scheduler.ts';

/** What a reader may leave unread, in bytes, and for how long it may leave more, in ms, before it is cut off to catch up later. */
const MAX_UNREAD_BYTES = 1024 * 1024;
const MAX_UNREAD_MS = 5_000;
/** Beyond this it is cut off at once, in bytes. */
const MOST_UNREAD_BYTES = 8 * 1024 * 1024;

/** While more than this waits on a socket, in bytes, nothing is read from it. */
const MAX_WAITING_BYTES = 128 * 1024;
/** So many commands of one socket run at once; others wait for these. */
const MAX_RUNNING = 32;

/** A line that takes so many bytes in a second is not dead, and gets this much longer at most, in ms, to answer a ping. */
const SLOW_LINE_BYTES_PER_S = 8_000;
const MOST_PATIENCE_MS = 120_000;

/** At most 64 kB of them, where each is a row of the list of rooms. */
const EVENTS_A_FRAME = 40;

/** How long whoever does not slow down is sent away. */
const RETRY_AFTER_S = 30;

/** The wire under a connection: a WebSocket, or a pair of queues in a test. */
export interface Transport {
  /** Sends all frames of a bundle in one write. */
  write(bundle: Bundle): void;
  /** What has been written and not taken by the network, in bytes. */
  unreadBytes(): number;
  close(code: number, reason?: string): void;
  /** Takes nothing more in, until `resume`. */
  pause(): void;
  resume(): void;
  /** Where the other end is. */
  readonly address: string;
  /** Ends it without a word; for one that does not listen any more. */
  terminate(): void;
}

export interface ConnectionOptions {
  uid: string;
  sessionId: string;
  transport: Transport;
  hub: Hub;
  attendance: Pick<Attendance, 'enter' | 'leave'>;
  dispatch: Dispatch;
  answers: Pick<Answers, 'encode' | 'charge'>;
  waiting: Pick<WaitingBytes, 'set' | 'isFull'>;
  now: () => number;
  /** Runs `flush` once at the end of this turn of the event loop. */
  defer: (flush: () => void) => void;
  setTimer: (run: () => void, ms: number) => void;
  /** When what is said in rooms is written, and when all else that is told to many. */
  rounds: Pick<Rounds, 'join'>;
  laterRounds: Pick<Rounds, 'join'>;
  /** Called once, when nothing can be told to this connection any more. */
  onEnd: (connection: Connection) => void;
}

/** One socket of a signed-in person: takes commands, sends answers and the events of its topics. */
export class Connection implements Subscriber, Listener, Member {
  readonly uid: string;
  readonly sessionId: string;
  readonly #options: ConnectionOptions;
  readonly #subscriptions: Subscriptions;
  readonly #reader: Reader;
  #outgoing = Bundle.EMPTY;
  #leavesThisTurn = false;
  #isInRound = false;
  #heardAt: number;
  /** Whether nothing can be sent any more. */
  isClosed = false;
  readonly #refusals: Refusals;
  /** Frames that came while too much waited or ran. */
  readonly #held: string[] = [];
  #running = 0;
  #isReleasing = false;
  /** Whether others know that something waits here. */
  #isCounted = false;
  /** Since when more is unread than a reader may leave. */
  #behindSince: number | undefined;
  /** Bytes of answers, and of rows that come with them, which leave at the end of this turn. */
  #leaving = 0;
  /** Bytes, of which a line that answers a ping has taken all that was before it. */
  #writtenSinceHeard = 0;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.uid = options.uid;
    this.sessionId = options.sessionId;
    this.#subscriptions = new Subscriptions(options, this);
    this.#refusals = new Refusals(options.setTimer);
    this.#reader = { uid: options.uid, address: options.transport.address };
    this.#heardAt = options.now();
  }

  get openRooms(): string[] {
    return this.#subscriptions.openRooms;
  }

  listen(topic: Topic): Promise<() => void> {
    return this.#subscriptions.add(topic);
  }

  unlisten(topic: Topic): void {
    this.#subscriptions.remove(topic);
  }

  watchPeople(uids: readonly string[]): Promise<void> {
    // Its own person's changes reach a connection whomever it watches.
    return this.#subscriptions.replacePeople(new Set([...uids, this.uid]));
  }

  watchRooms(add: readonly string[], remove: readonly string[]): Promise<void> {
    return this.#subscriptions.changeSummaries(add, remove);
  }

  tell(events: readonly Event[]): void {
    for (let from = 0; from < events.length; from += EVENTS_A_FRAME) {
      const rows = frame({ events: events.slice(from, from + EVENTS_A_FRAME) });
      this.#options.answers.charge(this.uid, rows.bytes.length);
      this.#leaving += rows.bytes.length;
      this.sendLater(rows);
    }
  }

  /** Leaves with the next round, in one write with whatever gathers until then. */
  send(content: Frame): void {
    if (this.isClosed) return;
    this.#outgoing = this.#outgoing.and(content);
    if (this.#isInRound) return;
    this.#isInRound = true;
    this.#options.rounds.join(this);
  }

  /** The same, but nothing that is said in a room waits for it. */
  sendLater(content: Frame): void {
    if (this.isClosed) return;
    if (this.#outgoing === Bundle.EMPTY) this.#options.laterRounds.join(this);
    this.#outgoing = this.#outgoing.and(content);
  }

  /** Leaves at the end of this turn, in one write with all that waits: somebody waits for it. */
  sendNow(content: object): void {
    if (this.isClosed) return;
    this.#sendNow(frame(content));
  }

  #sendNow(content: Frame): void {
    this.#outgoing = this.#outgoing.and(content);
    if (this.#leavesThisTurn) return;
    this.#leavesThisTurn = true;
    this.#options.defer(() => void this.flush());
  }

  /** Writes what waits, if anything does, and says how many frames that was. */
  flush(): number {
    this.#leavesThisTurn = false;
    this.#isInRound = false;
    const bundle = this.#outgoing;
    if (this.isClosed || bundle === Bundle.EMPTY) return 0;
    this.#outgoing = Bundle.EMPTY;
    this.#leaving = 0;
    const { transport } = this.#options;
    // Before the write: nobody can have read what is only being written.
    const isSlow = this.#isSlow(transport.unreadBytes());
    transport.write(bundle);
    this.#writtenSinceHeard += bundle.bytes.length;
    if (isSlow) this.close(CLOSE.slowReader);
    else if (this.#held.length > 0) this.#release();
    return bundle.count;
  }

  #isSlow(unread: number): boolean {
    if (unread <= MAX_UNREAD_BYTES) {
      this.#behindSince = undefined;
      return false;
    }
    this.#behindSince ??= this.#options.now();
    return unread > MOST_UNREAD_BYTES || this.#options.now() - this.#behindSince > MAX_UNREAD_MS;
  }

  /** All that was written is on its way. */
  drained(): void {
    this.#count(0);
    this.#heardAt = this.#options.now();
    this.#release();
  }

  /** A text frame came in. */
  receive(text: string): void {
    if (this.isClosed) return;
    this.heard();
    if (this.#held.length === 0 && !this.#isBusy()) return this.#perform(text);
    this.#held.push(text);
    this.#options.transport.pause();
  }

  #isBusy(): boolean {
    const { transport, waiting } = this.#options;
    if (this.#refusals.isPaused || this.#running >= MAX_RUNNING) return true;
    const unread = transport.unreadBytes();
    this.#count(unread);
    return unread + this.#leaving > MAX_WAITING_BYTES || (unread > 0 && waiting.isFull(this.#reader));
  }

  #count(unread: number): void {
    if (unread === 0 && !this.#isCounted) return;
    this.#isCounted = unread > 0;
    this.#options.waiting.set(this.#reader, unread);
  }

  /** Performs the next of the commands that were held, and the others in turns of their own. */
  #release(): void {
    if (this.#isReleasing || this.isClosed || this.#held.length === 0) return;
    this.#isReleasing = true;
    this.#options.defer(() => {
      this.#isReleasing = false;
      if (this.isClosed || this.#isBusy()) return;
      const text = this.#held.shift();
      if (text !== undefined) this.#perform(text);
      if (this.#held.length > 0) this.#release();
      else this.#options.transport.resume();
    });
  }

  #perform(text: string): void {
    const parsed = v.safeParse(ClientFrame, parseJson(text));
    if (!parsed.success) return this.close(CLOSE.badFrame);
    const { id, command, input } = parsed.output;
    const caller = { uid: this.uid, sessionId: this.sessionId, listener: this };
    this.#running++;
    this.#options
      .dispatch(caller, command, input)
      .then(ok => this.#answer(id, command, ok))
      .catch((error: CommandError) => this.#refuse(id, error))
      .finally(() => {
        this.#running--;
        this.#release();
      });
  }

  /** Anything came in, be it the answer to a ping. */
  heard(): void {
    this.#heardAt = this.#options.now();
    this.#writtenSinceHeard = 0;
  }

  /** Has it told `saying`; ends a connection that fell silent. */
  heartbeat(saying: (openRooms: readonly string[]) => Frame): void {
    const patienceMs = Math.min((this.#writtenSinceHeard / SLOW_LINE_BYTES_PER_S) * 1_000, MOST_PATIENCE_MS);
    if (this.#options.now() - this.#heardAt > SILENCE_MS + patienceMs) {
      this.ended();
      return this.#options.transport.terminate();
    }
    if (this.#isCounted) this.#count(this.#options.transport.unreadBytes());
    this.sendLater(saying(this.openRooms));
  }

  close(code: number, reason?: string): void {
    if (this.isClosed) return;
    this.flush();
    this.ended();
    this.#options.transport.close(code, reason);
  }

  /** The socket is gone. */
  ended(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.#held.length = 0;
    this.#count(0);
    this.#subscriptions.end();
    this.#options.onEnd(this);
  }

  #answer(id: number, command: string, ok: unknown): void {
    const json = this.#options.answers.encode(this.uid, command, ok);
    this.#refusals.clear();
    if (this.isClosed) return;
    const answer = frameOf(`{"id":${id},"ok":${json}}`);
    this.#leaving += answer.bytes.length;
    this.#sendNow(answer);
  }

  #refuse(id: number, error: CommandError): void {
    this.sendNow({ id, ...bodyOf(error) });
    if (error.code !== 'slow_down') return;
    this.#refusals.add(() => this.#release());
    if (this.#refusals.areTooMany) this.close(CLOSE.tryLater, adviceIn(RETRY_AFTER_S));
  }
}
