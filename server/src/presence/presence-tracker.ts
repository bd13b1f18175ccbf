import { CommandError, type Presence } from '@snug/protocol';

/** A person stays online for this time after their last connection ends. A page reload takes less. */
const GRACE_PERIOD_MS = 5_000;
/** Delay in which people who come online are batched: a returning crowd is stored a few times a second, not one by one. */
const MERGE_MS = 250;
/** Delay after a failed write. */
const RETRY_MS = 5_000;

type State = Presence['state'];

export interface OnlinePerson {
  readonly uid: string;
  readonly sessionId: string;
}

export interface PresenceTrackerOptions {
  /** Stores and publishes a change. A repeated state changes nothing. */
  write: (uid: string, state: State) => Promise<unknown>;
  writeAllOffline: () => Promise<unknown>;
  setTimer: (run: () => void, ms: number) => () => void;
  onFailure: (error: unknown) => void;
}

/** A person is online while they have an open connection, and for a grace period after it. */
export class PresenceTracker {
  readonly #options: PresenceTrackerOptions;
  readonly #connections = new Map<string, Set<OnlinePerson>>();
  /** Cancels the timer of each person in the grace period. */
  readonly #graceTimers = new Map<string, () => void>();
  /** People who came online since the last batch; undefined without a scheduled batch. */
  #pendingOnline: Set<string> | undefined;
  #isClosed = false;

  constructor(options: PresenceTrackerOptions) {
    this.#options = options;
  }

  enter(connection: OnlinePerson): void {
    if (this.#isClosed) return;
    const connections = this.#connections.get(connection.uid);
    if (connections) return void connections.add(connection);
    this.#connections.set(connection.uid, new Set([connection]));
    this.#cancelGrace(connection.uid);
    if (this.#pendingOnline) return void this.#pendingOnline.add(connection.uid);
    void this.#write(connection.uid, 'online');
    this.#scheduleBatch();
  }

  /** Idempotent. */
  leave(connection: OnlinePerson): void {
    const { uid } = connection;
    const connections = this.#connections.get(uid);
    if (this.#isClosed || !connections?.delete(connection) || connections.size > 0) return;
    this.#connections.delete(uid);
    const end = () => {
      this.#graceTimers.delete(uid);
      void this.#write(uid, 'offline');
    };
    this.#graceTimers.set(uid, this.#options.setTimer(end, GRACE_PERIOD_MS));
  }

  /** The person is offline before a connection of the new session opens, unless another session has one. */
  async signIn(uid: string): Promise<void> {
    if (!this.#connections.has(uid)) await this.#setOffline(uid);
  }

  /** The person is offline unless another session has an open connection. Resolves after the change is stored. */
  async signOut(uid: string, sessionId: string): Promise<void> {
    const connections = [...(this.#connections.get(uid) ?? [])];
    if (connections.every(open => open.sessionId === sessionId)) await this.#setOffline(uid);
  }

  /** Stores everyone as offline at shutdown. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const uid of this.#graceTimers.keys()) this.#cancelGrace(uid);
    await this.#options.writeAllOffline().catch(this.#options.onFailure);
  }

  #scheduleBatch(): void {
    const pending = new Set<string>();
    this.#pendingOnline = pending;
    this.#options.setTimer(() => {
      this.#pendingOnline = undefined;
      if (this.#isClosed || pending.size === 0) return;
      for (const uid of pending) void this.#write(uid, this.#getState(uid));
      this.#scheduleBatch();
    }, MERGE_MS);
  }

  #setOffline(uid: string): Promise<void> {
    this.#cancelGrace(uid);
    this.#pendingOnline?.delete(uid);
    return this.#write(uid, 'offline');
  }

  #cancelGrace(uid: string): void {
    this.#graceTimers.get(uid)?.();
    this.#graceTimers.delete(uid);
  }

  async #write(uid: string, state: State): Promise<void> {
    try {
      await this.#options.write(uid, state);
    } catch (error) {
      this.#options.onFailure(error);
      if (!(error instanceof CommandError && error.isRetryable)) return;
      this.#options.setTimer(() => {
        if (!this.#isClosed) void this.#write(uid, this.#getState(uid));
      }, RETRY_MS);
    }
  }

  #getState(uid: string): State {
    return this.#connections.has(uid) || this.#graceTimers.has(uid) ? 'online' : 'offline';
  }
}
