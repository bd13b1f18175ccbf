import {
  adviceOf,
  CLOSE,
  type CommandArguments,
  CommandError,
  type CommandName,
  type CommandOutput,
  type Event,
  HEARTBEAT_MS,
  type ServerFrame,
  SILENCE_MS,
} from '@snug/protocol';
import { returnMs } from './backoff.ts';
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

const FINAL: Record<number, ClosedReason> = {
  [CLOSE.signedOut]: 'signed_out',
  [CLOSE.outdated]: 'outdated',
};

/** A connection that ends before this, in ms, was none: what ended it may end the next one, too. */
const LASTING_MS = 10_000;

/** One lasting connection to the server: opens sockets as often as it takes, one at a time. */
export class Connection {
  readonly state = new Store<ConnectionState>({ status: 'idle' });
  /** Called with each event, in order. */
  onEvent: (event: Event) => void = () => {};

  readonly #uid: string;
  readonly #environment: Environment;
  readonly #requests: Requests;
  #socket: Socket | undefined;
  #heardAt = 0;
  #connectedAt: number | undefined;
  /** Since when no connection has lasted. */
  #awaySince: number | undefined;
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
    this.#drop();
    this.state.set({ status: 'idle' });
  }

  /** The browser is back online or the page is shown again: find out now, not when a timer says so. */
  wake(): void {
    const { status } = this.state.get();
    if (status === 'disconnected' && !this.#socket) this.#open('disconnected');
    else if (status === 'connected' && this.#environment.now() - this.#heardAt > HEARTBEAT_MS * 1.25) {
      this.#lose();
      this.#open('disconnected');
    }
  }

  /** The session may be over: a new socket tells. */
  reopen(): void {
    if (this.state.get().status === 'connected') this.#lose();
  }

  /** Rejects with a `CommandError`: the server's, or `unavailable` where it could not be reached. */
  request<Name extends CommandName>(
    command: Name,
    input: CommandArguments<Name>,
  ): Promise<CommandOutput<Name>> {
    if (this.state.get().status !== 'connected' || !this.#socket) {
      return Promise.reject(new CommandError('unavailable'));
    }
    const { id, answer } = this.#requests.add();
    this.#socket.send(JSON.stringify({ id, command, input }));
    return answer as Promise<CommandOutput<Name>>;
  }

  /** As `request`, for what somebody asks for: while the first connection is still on its way, it waits for that. */
  async command<Name extends CommandName>(
    command: Name,
    input: CommandArguments<Name>,
  ): Promise<CommandOutput<Name>> {
    if (this.state.get().status === 'connecting') await this.#firstTry();
    return this.request(command, input);
  }

  #firstTry(): Promise<void> {
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
      onClose: (code, reason) => this.#socket === socket && this.#closed(code, reason),
    });
    this.#socket = socket;
    this.#watchForSilence();
  }

  #receive(text: string): void {
    this.#watchForSilence();
    const frame = JSON.parse(text) as ServerFrame;
    if (!('events' in frame)) return this.#requests.settle(frame);
    for (const event of frame.events) {
      // Signed in as another, in another tab: nothing of this person may be sent as theirs.
      if (event.type === 'connected' && event.me.uid !== this.#uid) return this.#end('someone_else');
      if (event.type === 'connected') this.#connected();
      this.onEvent(event);
    }
  }

  #end(reason: ClosedReason): void {
    this.#drop();
    this.state.set({ status: 'closed', reason });
  }

  #connected(): void {
    this.#connectedAt = this.#environment.now();
    this.state.set({ status: 'connected' });
  }

  #watchForSilence(): void {
    this.#heardAt = this.#environment.now();
    this.#stopTimer();
    this.#stopTimer = this.#environment.setTimer(() => this.#lose(), SILENCE_MS);
  }

  #lose(): void {
    this.#closed(CLOSE.silent);
  }

  #closed(code: number, closeReason = ''): void {
    const reason = FINAL[code];
    if (reason) return this.#end(reason);
    this.#drop();
    this.#noteLoss();
    if (this.state.get().status !== 'disconnected') {
      this.state.set({ status: 'disconnected', since: this.#environment.now() });
    }
    const wait = this.#waitMs(adviceOf(code, closeReason));
    this.#stopTimer = this.#environment.setTimer(() => this.#open('disconnected'), wait);
  }

  /** `advice`: in how many seconds the server wants its clients back; each takes a time of its own around it. */
  #waitMs(advice: number | undefined): number {
    const { now, random } = this.#environment;
    if (advice !== undefined) return random() * 2 * advice * 1000;
    return returnMs(now() - (this.#awaySince ?? now()), random);
  }

  #noteLoss(): void {
    const now = this.#environment.now();
    const hasLasted = this.#connectedAt !== undefined && now - this.#connectedAt >= LASTING_MS;
    if (hasLasted) this.#awaySince = now;
    else this.#awaySince ??= now;
    this.#connectedAt = undefined;
  }

  #drop(): void {
    this.#stopTimer();
    const socket = this.#socket;
    this.#socket = undefined;
    this.#requests.failAll();
    socket?.close();
  }
}
