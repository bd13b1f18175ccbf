import {
  adviceIn,
  CLOSE,
  ClientFrame,
  type CommandError,
  type ErrorBody,
  type Event,
  SILENCE_MS,
  type Topic,
} from '@snug/protocol';
import * as v from 'valibot';
import type { Listener } from '../command-handler.ts';
import type { Attendance } from '../rooms/attendance.ts';
import { Bundle } from './bundle.ts';
import type { Dispatch } from './dispatch.ts';
import { type Frame, frame } from './frame.ts';
import type { Hub, Subscriber } from './hub.ts';
import type { Member, Rounds } from './rounds.ts';
import { Subscriptions } from './subscriptions.ts';

/** What a reader may leave unread, in bytes, before it is cut off to catch up later. */
const MAX_UNREAD_BYTES = 1024 * 1024;

/** At most 64 kB of them, where each is a row of the list of rooms. */
const EVENTS_A_FRAME = 40;

/** Who is told to slow down so often in a row, and goes on, is sent away for so long. */
const MAX_REFUSALS = 100;
const RETRY_AFTER_S = 30;

/** The wire under a connection: a WebSocket, or a pair of queues in a test. */
export interface Transport {
  /** Sends all frames of a bundle in one write. */
  write(bundle: Bundle): void;
  /** What has been written and not taken by the network, in bytes. */
  unreadBytes(): number;
  close(code: number, reason?: string): void;
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
  now: () => number;
  /** Runs `flush` once at the end of this turn of the event loop. */
  defer: (flush: () => void) => void;
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
  #outgoing = Bundle.EMPTY;
  #leavesThisTurn = false;
  #isInRound = false;
  #heardAt: number;
  #isClosed = false;
  /** How often in a row it was told to slow down. */
  #refusals = 0;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.uid = options.uid;
    this.sessionId = options.sessionId;
    this.#subscriptions = new Subscriptions(options, this);
    this.#heardAt = options.now();
  }

  get openRooms(): string[] {
    return this.#subscriptions.openRooms;
  }

  listen(topic: Topic): void {
    this.#subscriptions.add(topic);
  }

  unlisten(topic: Topic): void {
    this.#subscriptions.remove(topic);
  }

  watchPeople(uids: readonly string[]): void {
    // Its own person's changes reach a connection whomever it watches.
    this.#subscriptions.replacePeople(new Set([...uids, this.uid]));
  }

  watchRooms(add: readonly string[], remove: readonly string[]): void {
    this.#subscriptions.changeSummaries(add, remove);
  }

  tell(events: readonly Event[]): void {
    for (let from = 0; from < events.length; from += EVENTS_A_FRAME)
      this.sendLater(frame({ events: events.slice(from, from + EVENTS_A_FRAME) }));
  }

  /** Leaves with the next round, in one write with whatever gathers until then. */
  send(content: Frame): void {
    if (this.#isClosed) return;
    this.#outgoing = this.#outgoing.and(content);
    if (this.#isInRound) return;
    this.#isInRound = true;
    this.#options.rounds.join(this);
  }

  /** The same, but nothing that is said in a room waits for it. */
  sendLater(content: Frame): void {
    if (this.#isClosed) return;
    if (this.#outgoing === Bundle.EMPTY) this.#options.laterRounds.join(this);
    this.#outgoing = this.#outgoing.and(content);
  }

  /** Leaves at the end of this turn, in one write with all that waits: somebody waits for it. */
  sendNow(content: object): void {
    if (this.#isClosed) return;
    this.#outgoing = this.#outgoing.and(frame(content));
    if (this.#leavesThisTurn) return;
    this.#leavesThisTurn = true;
    this.#options.defer(() => void this.flush());
  }

  /** Writes what waits, if anything does, and says how many frames that was. */
  flush(): number {
    this.#leavesThisTurn = false;
    this.#isInRound = false;
    const bundle = this.#outgoing;
    if (this.#isClosed || bundle === Bundle.EMPTY) return 0;
    this.#outgoing = Bundle.EMPTY;
    this.#options.transport.write(bundle);
    if (this.#options.transport.unreadBytes() > MAX_UNREAD_BYTES) this.close(CLOSE.slowReader);
    return bundle.count;
  }

  /** A text frame came in. */
  receive(text: string): void {
    if (this.#isClosed) return;
    this.heard();
    const parsed = v.safeParse(ClientFrame, parseJson(text));
    if (!parsed.success) return this.close(CLOSE.badFrame);
    const { id, command, input } = parsed.output;
    const caller = { uid: this.uid, sessionId: this.sessionId, listener: this };
    this.#options.dispatch(caller, command, input).then(
      ok => this.#answer(id, ok),
      (error: CommandError) => this.#refuse(id, error),
    );
  }

  /** Anything came in, be it the answer to a ping. */
  heard(): void {
    this.#heardAt = this.#options.now();
  }

  /** Has it told `saying`; ends a connection that fell silent. */
  heartbeat(saying: (openRooms: readonly string[]) => Frame): void {
    if (this.#options.now() - this.#heardAt > SILENCE_MS) {
      this.ended();
      return this.#options.transport.terminate();
    }
    this.sendLater(saying(this.openRooms));
  }

  close(code: number, reason?: string): void {
    if (this.#isClosed) return;
    this.flush();
    this.ended();
    this.#options.transport.close(code, reason);
  }

  /** The socket is gone. */
  ended(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#subscriptions.end();
    this.#options.onEnd(this);
  }

  #answer(id: number, ok: unknown): void {
    this.#refusals = 0;
    this.sendNow({ id, ok });
  }

  #refuse(id: number, error: CommandError): void {
    this.sendNow({ id, error: bodyOf(error) });
    if (error.code !== 'slow_down') return;
    this.#refusals++;
    if (this.#refusals > MAX_REFUSALS) this.close(CLOSE.tryLater, adviceIn(RETRY_AFTER_S));
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function bodyOf({ code, message, retryAfter }: CommandError): ErrorBody {
  return { code, message, ...(retryAfter !== undefined && { retryAfter }) };
}
