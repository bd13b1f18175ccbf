import { CommandError, type Presence } from '@snug/protocol';

/** How long a person whose last connection ended still counts as here: a page that is loaded again takes less. */
const GRACE_MS = 5_000;
/** For how long those who come after somebody gather: a crowd that returns is stored a few times a second, not one by one. */
const MERGE_MS = 250;
/** After this, a change that could not be stored is tried again. */
const RETRY_MS = 5_000;

type State = Presence['state'];

/** One living connection of a person. */
export interface Visit {
  readonly uid: string;
  readonly sessionId: string;
}

export interface PresencesOptions {
  /** Stores a change and tells those who watch; one that changes nothing costs no more than that. */
  write: (uid: string, state: State) => Promise<unknown>;
  /** Stores that everyone is offline. */
  writeEnd: () => Promise<unknown>;
  setTimer: (run: () => void, ms: number) => () => void;
  onFailure: (error: unknown) => void;
}

/** Who is here: a person with a living connection, or with one that ended a moment ago. */
export class Presences {
  readonly #options: PresencesOptions;
  readonly #visits = new Map<string, Set<Visit>>();
  /** How to stop the timer of each person who is gone and still counts as here. */
  readonly #graces = new Map<string, () => void>();
  /** Who came since those before them were stored; undefined where nobody did of late. */
  #coming: Set<string> | undefined;
  #isOver = false;

  constructor(options: PresencesOptions) {
    this.#options = options;
  }

  /** A connection stands. */
  enter(visit: Visit): void {
    if (this.#isOver) return;
    const visits = this.#visits.get(visit.uid);
    if (visits) return void visits.add(visit);
    this.#visits.set(visit.uid, new Set([visit]));
    this.#endGrace(visit.uid);
    if (this.#coming) return void this.#coming.add(visit.uid);
    void this.#write(visit.uid, 'online');
    this.#gather();
  }

  /** A connection ended. Said twice, it changes nothing more. */
  leave(visit: Visit): void {
    const { uid } = visit;
    const visits = this.#visits.get(uid);
    if (this.#isOver || !visits?.delete(visit) || visits.size > 0) return;
    this.#visits.delete(uid);
    const end = () => {
      this.#graces.delete(uid);
      void this.#write(uid, 'offline');
    };
    this.#graces.set(uid, this.#options.setTimer(end, GRACE_MS));
  }

  /** Somebody signs in, and is not here before a connection stands; unless one does elsewhere. */
  async signIn(uid: string): Promise<void> {
    if (!this.#visits.has(uid)) await this.#offlineAtOnce(uid);
  }

  /** Somebody signs out, and is not here any more; unless another session of theirs is. Resolves when it is stored. */
  async signOut(uid: string, sessionId: string): Promise<void> {
    const visits = [...(this.#visits.get(uid) ?? [])];
    if (visits.every(visit => visit.sessionId === sessionId)) await this.#offlineAtOnce(uid);
  }

  /** The server goes down, and with it all connections. Resolves when it is stored. */
  async close(): Promise<void> {
    this.#isOver = true;
    for (const uid of this.#graces.keys()) this.#endGrace(uid);
    await this.#options.writeEnd().catch(this.#options.onFailure);
  }

  #gather(): void {
    const coming = new Set<string>();
    this.#coming = coming;
    this.#options.setTimer(() => {
      this.#coming = undefined;
      if (this.#isOver || coming.size === 0) return;
      for (const uid of coming) void this.#write(uid, this.#stateOf(uid));
      this.#gather();
    }, MERGE_MS);
  }

  #offlineAtOnce(uid: string): Promise<void> {
    this.#endGrace(uid);
    this.#coming?.delete(uid);
    return this.#write(uid, 'offline');
  }

  #endGrace(uid: string): void {
    this.#graces.get(uid)?.();
    this.#graces.delete(uid);
  }

  async #write(uid: string, state: State): Promise<void> {
    try {
      await this.#options.write(uid, state);
    } catch (error) {
      this.#options.onFailure(error);
      if (!(error instanceof CommandError && error.retry)) return;
      this.#options.setTimer(() => {
        if (!this.#isOver) void this.#write(uid, this.#stateOf(uid));
      }, RETRY_MS);
    }
  }

  #stateOf(uid: string): State {
    return this.#visits.has(uid) || this.#graces.has(uid) ? 'online' : 'offline';
  }
}
