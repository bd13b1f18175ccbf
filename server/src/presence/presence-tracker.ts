import { CommandError, type Presence } from '@snug/protocol';

/** How long a person whose last connection ended still counts as here: a page that is loaded again takes less. */
const GRACE_PERIOD_MS = 5_000;
/** For how long those who come after somebody gather: a crowd that returns is stored a few times a second, not one by one. */
const MERGE_MS = 250;
/** After this, a change that could not be stored is tried again. */
const RETRY_MS = 5_000;

type State = Presence['state'];

/** One living connection of a person. */
export interface OnlinePerson {
  readonly uid: string;
  readonly sessionId: string;
}

export interface PresenceTrackerOptions {
  /** Stores a change and tells those who watch; one that changes nothing costs no more than that. */
  write: (uid: string, state: State) => Promise<unknown>;
  /** Stores that everyone is offline. */
  writeAllOffline: () => Promise<unknown>;
  setTimer: (run: () => void, ms: number) => () => void;
  onFailure: (error: unknown) => void;
}

/** Who is here: a person with a living connection, or with one that ended a moment ago. */
export class PresenceTracker {
  readonly #options: PresenceTrackerOptions;
  readonly #connections = new Map<string, Set<OnlinePerson>>();
  /** How to stop the timer of each person who is gone and still counts as here. */
  readonly #graceTimers = new Map<string, () => void>();
  /** Who came since those before them were stored; undefined where nobody did of late. */
  #pendingOnline: Set<string> | undefined;
  #isClosed = false;

  constructor(options: PresenceTrackerOptions) {
    this.#options = options;
  }

  /** A connection stands. */
  enter(connection: OnlinePerson): void {
    if (this.#isClosed) return;
    const visits = this.#connections.get(connection.uid);
    if (visits) return void visits.add(connection);
    this.#connections.set(connection.uid, new Set([connection]));
    this.#cancelGrace(connection.uid);
    if (this.#pendingOnline) return void this.#pendingOnline.add(connection.uid);
    void this.#write(connection.uid, 'online');
    this.#scheduleBatch();
  }

  /** A connection ended. Said twice, it changes nothing more. */
  leave(connection: OnlinePerson): void {
    const { uid } = connection;
    const visits = this.#connections.get(uid);
    if (this.#isClosed || !visits?.delete(connection) || visits.size > 0) return;
    this.#connections.delete(uid);
    const end = () => {
      this.#graceTimers.delete(uid);
      void this.#write(uid, 'offline');
    };
    this.#graceTimers.set(uid, this.#options.setTimer(end, GRACE_PERIOD_MS));
  }

  /** Somebody signs in, and is not here before a connection stands; unless one does elsewhere. */
  async signIn(uid: string): Promise<void> {
    if (!this.#connections.has(uid)) await this.#setOffline(uid);
  }

  /** Somebody signs out, and is not here any more; unless another session of theirs is. Resolves when it is stored. */
  async signOut(uid: string, sessionId: string): Promise<void> {
    const visits = [...(this.#connections.get(uid) ?? [])];
    if (visits.every(visit => visit.sessionId === sessionId)) await this.#setOffline(uid);
  }

  /** The server goes down, and with it all connections. Resolves when it is stored. */
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
