import {
  CLOSE_CODE,
  type CommandArguments,
  CommandError,
  type CommandName,
  type CommandOutput,
  type Event,
  HEARTBEAT_INTERVAL_MS,
  HEARTBEAT_TIMEOUT_MS,
  parseRetryAfter,
  type ServerFrame,
} from '@snug/protocol';
import { getReconnectDelayMs } from './backoff.ts';
import type { Environment, Socket } from './environment.ts';
import { Requests } from './requests.ts';
import { Store } from './store.ts';

export type ConnectionState =
  | { status: 'idle' }
  | { status: 'connecting' }
  | { status: 'connected' }
  /** Lost at `since` (ms since 1970); the next try is under way or planned. */
  | { status: 'disconnected'; since: number }
  /** Final: the server does not want this client as it is. */
  | { status: 'closed'; reason: ClosedReason };

/** `someone_else`: the browser's session is another person's now. */
type ClosedReason = 'signed_out' | 'outdated' | 'someone_else';

const FINAL_CLOSE_REASONS: Record<number, ClosedReason> = {
  [CLOSE_CODE.unauthenticated]: 'signed_out',
  [CLOSE_CODE.outdated]: 'outdated',
};

/** A connection that ends before this, in ms, was none: what ended it may end the next one, too. */
const STABLE_AFTER_MS = 10_000;

/** One lasting connection to the server: opens sockets as often as it takes, one at a time. */
export class Connection {
  readonly state = new Store<ConnectionState>({ status: 'idle' });
  /** Called with each event, in order. */
  onEvent: (event: Event) => void = () => {};

  readonly #uid: string;
  readonly #environment: Environment;
  readonly #requests: Requests;
  #socket: Socket | undefined;
  #lastReceivedAt = 0;
  #connectedAt: number | undefined;
  /** Since when no connection has lasted. */
  #unstableSince: number | undefined;
  #stopTimer: () => void = () => {};

  /** `uid`: whose connection this is. */
  constructor(environment: Environment, uid: string) {
    this.#uid = uid;
    this.#environment = environment;
    this.#requests = new Requests(environment);
  }

  start(): void {
    if (this.state.get().status === 'idle') this.#open('connecting');
  }

  stop(): void {
    this.#closeSocket();
    this.state.set({ status: 'idle' });
  }

  /** The browser is back online or the page is shown again: find out now, not when a timer says so. */
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

  /** The session may be over: a new socket tells. */
  reconnect(): void {
    if (this.state.get().status === 'connected') this.#onHeartbeatTimeout();
  }

  /** Rejects with a `CommandError`: the server's, or `unavailable` where it could not be reached. */
  request<Name extends CommandName>(
    command: Name,
    input: CommandArguments<Name>,
  ): Promise<CommandOutput<Name>> {
    if (this.state.get().status !== 'connected' || !this.#socket) {
      return Promise.reject(new CommandError('unavailable'));
    }
    const { id, result } = this.#requests.add();
    this.#socket.send(JSON.stringify({ id, command, input }));
    return result as Promise<CommandOutput<Name>>;
  }

  /** As `request`, for what somebody asks for: while the first connection is still on its way, it waits for that. */
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
      onClose: (code, reason) => this.#socket === socket && this.#onClosed(code, reason),
    });
    this.#socket = socket;
    this.#resetHeartbeatTimer();
  }

  #receive(text: string): void {
    this.#resetHeartbeatTimer();
    const frame = JSON.parse(text) as ServerFrame;
    if (!('events' in frame)) return this.#requests.resolve(frame);
    for (const event of frame.events) {
      // Signed in as another, in another tab: nothing of this person may be sent as theirs.
      if (event.type === 'connected' && event.me.uid !== this.#uid) return this.#closeForGood('someone_else');
      if (event.type === 'connected') this.#onConnected();
      this.onEvent(event);
    }
  }

  #closeForGood(reason: ClosedReason): void {
    this.#closeSocket();
    this.state.set({ status: 'closed', reason });
  }

  #onConnected(): void {
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
    const reason = FINAL_CLOSE_REASONS[code];
    if (reason) return this.#closeForGood(reason);
    this.#closeSocket();
    this.#recordLoss();
    if (this.state.get().status !== 'disconnected') {
      this.state.set({ status: 'disconnected', since: this.#environment.now() });
    }
    const wait = this.#getReconnectDelayMs(parseRetryAfter(code, closeReason));
    this.#stopTimer = this.#environment.setTimer(() => this.#open('disconnected'), wait);
  }

  /** `advice`: in how many seconds the server wants its clients back; each takes a time of its own around it. */
  #getReconnectDelayMs(retryAfterS: number | undefined): number {
    const { now, random } = this.#environment;
    if (retryAfterS !== undefined) return random() * 2 * retryAfterS * 1000;
    return getReconnectDelayMs(now() - (this.#unstableSince ?? now()), random);
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
    const socket = this.#socket;
    this.#socket = undefined;
    this.#requests.failAll();
    socket?.close();
  }
}
