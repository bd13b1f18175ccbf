import { CommandError, type Presence } from '@snug/protocol';
import { MAX_PRESENCE_CHANGES, type PresenceChange } from './presence.ts';

/** A person stays online for this time after their last connection ends. A page reload takes less. */
export const GRACE_PERIOD_MS = 5_000;
/** Delay in which changes are batched: a returning crowd is stored a few times a second, not one by one. */
const MERGE_MS = 250;
const RETRY_MS = 5_000;

type State = Presence['state'];

export interface OnlinePerson {
  readonly uid: string;
  readonly sessionId: string;
}

export interface PresenceTrackerOptions {
  /** Stores and publishes changes, of each person at most one. A repeated state changes nothing. */
  write: (changes: readonly PresenceChange[]) => Promise<unknown>;
  writeAllOffline: () => Promise<unknown>;
  setTimer: (run: () => void, ms: number) => () => void;
  onFailure: (error: unknown) => void;
}

/** Includes a grace period after the last open connection. */
export class PresenceTracker {
  readonly #options: PresenceTrackerOptions;
  readonly #connections = new Map<string, Set<OnlinePerson>>();
  readonly #graceTimers = new Map<string, () => void>();
  #pending: Set<string> | undefined;
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
    this.#enqueue(connection.uid);
  }

  leave(connection: OnlinePerson): void {
    const { uid } = connection;
    const connections = this.#connections.get(uid);
    if (this.#isClosed || !connections?.delete(connection) || connections.size > 0) return;
    this.#connections.delete(uid);
    const end = () => {
      this.#graceTimers.delete(uid);
      this.#enqueue(uid);
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

  /** Stores everyone who is online again. */
  async rewrite(): Promise<void> {
    await this.#writeAll([...this.#connections.keys(), ...this.#graceTimers.keys()]);
  }

  #enqueue(uid: string): void {
    if (this.#pending) return void this.#pending.add(uid);
    void this.#writeAll([uid]);
    this.#scheduleBatch();
  }

  #scheduleBatch(): void {
    const pending = new Set<string>();
    this.#pending = pending;
    this.#options.setTimer(() => {
      this.#pending = undefined;
      if (this.#isClosed || pending.size === 0) return;
      void this.#writeAll([...pending]);
      this.#scheduleBatch();
    }, MERGE_MS);
  }

  #setOffline(uid: string): Promise<void> {
    this.#cancelGrace(uid);
    this.#pending?.delete(uid);
    return this.#write([{ uid, state: 'offline' }]);
  }

  #cancelGrace(uid: string): void {
    this.#graceTimers.get(uid)?.();
    this.#graceTimers.delete(uid);
  }

  async #writeAll(uids: readonly string[]): Promise<void> {
    for (let from = 0; from < uids.length; from += MAX_PRESENCE_CHANGES) {
      const some = uids.slice(from, from + MAX_PRESENCE_CHANGES);
      await this.#write(some.map(uid => ({ uid, state: this.#getState(uid) })));
    }
  }

  async #write(changes: readonly PresenceChange[]): Promise<void> {
    try {
      await this.#options.write(changes);
    } catch (error) {
      this.#options.onFailure(error);
      if (!(error instanceof CommandError && error.isRetryable)) return;
      this.#options.setTimer(() => {
        if (!this.#isClosed) void this.#writeAll(changes.map(({ uid }) => uid));
      }, RETRY_MS);
    }
  }

  #getState(uid: string): State {
    return this.#connections.has(uid) || this.#graceTimers.has(uid) ? 'online' : 'offline';
  }
}
