import {
  CLOSE_CODE,
  type CommandArguments,
  CommandError,
  type CommandName,
  type CommandOutput,
  type Event,
  HEARTBEAT_INTERVAL_MS,
  HEARTBEAT_TIMEOUT_MS,
  PROTOCOL_VERSION,
  parseRetryAfter,
  parseServerVersion,
  type ServerFrame,
} from '@snug/protocol';
import { Signal } from '../base/signal.ts';
import { Store } from '../base/store.ts';
import type { Environment, Socket } from '../environment.ts';
import { getReconnectDelayMs } from './backoff.ts';
import type { EntryOptions, Inbox } from './inbox.ts';
import { Requests } from './requests.ts';

export type ConnectionState =
  | { status: 'idle' }
  | { status: 'connecting' }
  | { status: 'connected' }
  /** Lost at `since` (ms since 1970); the next attempt is running or planned. */
  | { status: 'disconnected'; since: number }
  | { status: 'closed'; reason: ClosedReason };

/** `someone_else`: the browser's session now belongs to another person. */
type ClosedReason = 'signed_out' | 'outdated' | 'someone_else';

/** Why no next try can succeed; undefined if one can. A server older than this client is being upgraded: try again. */
function getFinalReason(code: number, closeReason: string): ClosedReason | undefined {
  if (code === CLOSE_CODE.unauthenticated) return 'signed_out';
  if (code !== CLOSE_CODE.unsupportedVersion) return undefined;
  return (parseServerVersion(closeReason) ?? PROTOCOL_VERSION) < PROTOCOL_VERSION ? undefined : 'outdated';
}

/**
 * During an upgrade of several servers, the next attempt may reach a newer one. So the backoff of a client that reached an
 * older one begins after this time.
 */
const UPGRADE_RETRY_MS = 5_000;

/** 1006: without a close frame (RFC 6455, 7.1.5). */
const NO_ANSWER_CODES: readonly number[] = [1006, CLOSE_CODE.heartbeatTimeout];

/** A shorter connection does not reset the delay: its cause may end the next one, too. */
const STABLE_AFTER_MS = 10_000;

export class Connection {
  readonly state = new Store<ConnectionState>({ status: 'idle' });
  /** All events after the `onEvent` of the constructor, for parts that the page loads on first use. */
  readonly events = new Signal<Event>();
  /** Attempts in a row that ended without an event or a close code of the server, such as those that a proxy stops. */
  readonly unanswered = new Store(0);
  /** Delays what is received, so that a page keeps up. Without it, each frame is applied at once. */
  inbox: Inbox | undefined;

  readonly #uid: string;
  readonly #environment: Environment;
  readonly #onEvent: (event: Event) => void;
  readonly #requests: Requests;
  #socket: Socket | undefined;
  #lastReceivedAt = 0;
  #connectedAt: number | undefined;
  #unstableSince: number | undefined;
  /** The server has asked for the delay before the next attempt. */
  #isDelayAsked = false;
  #stopTimer: () => void = () => {};

  constructor(environment: Environment, uid: string, onEvent: (event: Event) => void = () => {}) {
    this.#uid = uid;
    this.#environment = environment;
    this.#onEvent = onEvent;
    this.#requests = new Requests(environment);
  }

  start(): void {
    if (this.state.get().status === 'idle') this.#open('connecting');
  }

  stop(): void {
    this.#closeSocket();
    this.state.set({ status: 'idle' });
  }

  /** Reconnects or checks the connection at once: the browser is back online or shows the page again. */
  wake(): void {
    const { status } = this.state.get();
    if (status === 'disconnected' && !this.#socket) this.#open('disconnected');
    else if (
      status === 'connected' &&
      this.#environment.now() - this.#lastReceivedAt > HEARTBEAT_INTERVAL_MS * 1.25
    ) {
      this.#onHeartbeatTimeout();
      this.#open('disconnected');
    }
  }

  /** Like `wake`, for a person who acts: but an overloaded server gets the time that it asked for. */
  hurry(): void {
    if (!this.#isDelayAsked) this.wake();
  }

  /** A new socket reveals whether the session has expired. */
  reconnect(): void {
    if (this.state.get().status === 'connected') this.#onHeartbeatTimeout();
  }

  /** Rejects with the server's `CommandError`, or with `unavailable` if there is no connection. */
  request<Name extends CommandName>(
    command: Name,
    input: CommandArguments<Name>,
  ): Promise<CommandOutput<Name>> {
    if (this.state.get().status !== 'connected' || !this.#socket) {
      return Promise.reject(new CommandError('unavailable'));
    }
    const { id, result } = this.#requests.add(command);
    this.#socket.send(JSON.stringify({ id, command, input }));
    return result as Promise<CommandOutput<Name>>;
  }

  /** Like `request`, for actions of the person: waits for the first connection if it is still being opened. */
  async command<Name extends CommandName>(
    command: Name,
    input: CommandArguments<Name>,
  ): Promise<CommandOutput<Name>> {
    if (this.state.get().status === 'connecting') await this.#waitForFirstConnection();
    return this.request(command, input);
  }

  #waitForFirstConnection(): Promise<void> {
    return new Promise(resolve => {
      const stop = this.state.subscribe(() => {
        stop();
        resolve();
      });
    });
  }

  #open(status: 'connecting' | 'disconnected'): void {
    this.#stopTimer();
    if (status === 'connecting') this.state.set({ status });
    const socket = this.#environment.openSocket({
      onText: text => this.#socket === socket && this.#receive(text),
      onClose: (code, reason) =>
        this.#socket === socket && this.#take(() => this.#onClosed(code, reason), { isUrgent: true }),
    });
    this.#socket = socket;
    this.#resetHeartbeatTimer();
  }

  #receive(text: string): void {
    this.#resetHeartbeatTimer();
    const frame = JSON.parse(text) as ServerFrame;
    if ('events' in frame) {
      const isUrgent = frame.events.some(({ type }) => type === 'connected');
      this.#take(() => this.#applyEvents(frame.events), { isUrgent });
    } else this.#take(() => this.#requests.resolve(frame), { result: this.#requests.getCommand(frame.id) });
  }

  #take(apply: () => void, options: EntryOptions): void {
    if (this.inbox) this.inbox.add(apply, options);
    else apply();
  }

  #applyEvents(events: readonly Event[]): void {
    for (const event of events) {
      // Another person signed in from another tab: send nothing of this person in their name.
      if (event.type === 'connected' && event.me.uid !== this.#uid) return this.#closeForGood('someone_else');
      if (event.type === 'connected') this.#onConnected();
      this.#onEvent(event);
      this.events.emit(event);
    }
  }

  #closeForGood(reason: ClosedReason): void {
    this.#closeSocket();
    this.state.set({ status: 'closed', reason });
  }

  #onConnected(): void {
    this.unanswered.set(0);
    this.#connectedAt = this.#environment.now();
    this.state.set({ status: 'connected' });
  }

  #resetHeartbeatTimer(): void {
    this.#lastReceivedAt = this.#environment.now();
    this.#stopTimer();
    this.#stopTimer = this.#environment.setTimer(() => this.#onHeartbeatTimeout(), HEARTBEAT_TIMEOUT_MS);
  }

  #onHeartbeatTimeout(): void {
    this.#onClosed(CLOSE_CODE.heartbeatTimeout);
  }

  #onClosed(code: number, closeReason = ''): void {
    const isUnanswered = this.#connectedAt === undefined && NO_ANSWER_CODES.includes(code);
    this.unanswered.set(isUnanswered ? this.unanswered.get() + 1 : 0);
    const reason = getFinalReason(code, closeReason);
    if (reason) return this.#closeForGood(reason);
    this.#closeSocket();
    this.#recordLoss();
    if (this.state.get().status !== 'disconnected') {
      this.state.set({ status: 'disconnected', since: this.#environment.now() });
    }
    const wait = this.#getReconnectDelayMs(code, closeReason);
    this.#stopTimer = this.#environment.setTimer(() => this.#open('disconnected'), wait);
  }

  #getReconnectDelayMs(code: number, closeReason: string): number {
    const { now, random } = this.#environment;
    const retryAfterS = parseRetryAfter(code, closeReason);
    this.#isDelayAsked = retryAfterS !== undefined;
    // Each client takes its own random time around the server's.
    if (retryAfterS !== undefined) return random() * 2 * retryAfterS * 1000;
    const unstableMs = now() - (this.#unstableSince ?? now());
    const isUpgrade = code === CLOSE_CODE.unsupportedVersion && unstableMs < UPGRADE_RETRY_MS;
    return getReconnectDelayMs(isUpgrade ? 0 : unstableMs, random);
  }

  #recordLoss(): void {
    const now = this.#environment.now();
    const hasLasted = this.#connectedAt !== undefined && now - this.#connectedAt >= STABLE_AFTER_MS;
    if (hasLasted) this.#unstableSince = now;
    else this.#unstableSince ??= now;
    this.#connectedAt = undefined;
  }

  #closeSocket(): void {
    this.#stopTimer();
    this.inbox?.clear();
    const socket = this.#socket;
    this.#socket = undefined;
    this.#requests.failAll();
    socket?.close();
  }
}
