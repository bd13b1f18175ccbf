import { CommandError, type Event, MAX_WATCHED_PEOPLE, type Person, type Presence } from '@snug/protocol';
import { backoffMs } from './backoff.ts';
import type { Connection } from './connection.ts';
import type { Environment } from './environment.ts';
import { Store } from './store.ts';

/** For how long people who come on screen and leave it gather, to be told to the server at once. */
const GATHER_MS = 50;

interface Known {
  person: Store<Person | undefined>;
  presence: Store<Presence | undefined>;
}

/** Everyone seen so far, wherever it was; and up to date, those who are on screen. */
export class People {
  readonly #environment: Environment;
  readonly #connection: Pick<Connection, 'request' | 'state'>;
  readonly #known = new Map<string, Known>();
  /** How often each person is on screen; the one who came last stands last. */
  readonly #watched = new Map<string, number>();
  /** Who was declared to the server last. */
  #declared: ReadonlySet<string> = new Set();
  /** Whether the server knows that on this connection. */
  #isKnown = false;
  #stopTimer: (() => void) | undefined;
  #attempt = 0;

  constructor(environment: Environment, connection: Pick<Connection, 'request' | 'state'>) {
    this.#environment = environment;
    this.#connection = connection;
  }

  /** The newest copy of a person; undefined for one who was never seen. */
  person(uid: string): Store<Person | undefined> {
    return this.#entry(uid).person;
  }

  /** Undefined while it is not known: before the first answer, and of those who are not watched. */
  presence(uid: string): Store<Presence | undefined> {
    return this.#entry(uid).presence;
  }

  /** Takes note of a copy of a person. Of two copies the one with the higher version counts, and is returned. */
  see(person: Person): Person {
    const { person: store } = this.#entry(person.uid);
    const known = store.get();
    if (known && known.version >= person.version) return known;
    store.set(person);
    return person;
  }

  apply(event: Event): void {
    if (event.type === 'profile_changed') this.see(event.person);
    if (event.type === 'presence_changed') this.#seePresence(event.presence);
  }

  /** Keeps a person up to date until the returned function is called. */
  watch(uid: string): () => void {
    this.#watched.set(uid, (this.#watched.get(uid) ?? 0) + 1);
    this.#gather(GATHER_MS);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#unwatch(uid);
    };
  }

  /** The connection is new: nobody is watched on it, and what happened meanwhile was not told. */
  reconnected(): void {
    this.#isKnown = false;
    this.#attempt = 0;
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    this.#declare();
  }

  /** Forgets everyone: the server started over. */
  clear(): void {
    for (const { person, presence } of this.#known.values()) {
      person.set(undefined);
      presence.set(undefined);
    }
  }

  #unwatch(uid: string): void {
    const count = this.#watched.get(uid) ?? 0;
    if (count > 1) this.#watched.set(uid, count - 1);
    else this.#watched.delete(uid);
    this.#gather(GATHER_MS);
  }

  #gather(ms: number): void {
    this.#stopTimer ??= this.#environment.setTimer(() => {
      this.#stopTimer = undefined;
      this.#declare();
    }, ms);
  }

  #declare(): void {
    // Without a connection, the next one starts the declaring again.
    if (this.#connection.state.get().status !== 'connected') return;
    const uids = new Set([...this.#watched.keys()].slice(-MAX_WATCHED_PEOPLE));
    if (isSame(uids, this.#declared) && (this.#isKnown || uids.size === 0)) return;
    // From here on they change without this client being told.
    for (const uid of this.#declared) if (!uids.has(uid)) this.presence(uid).set(undefined);
    this.#declared = uids;
    this.#isKnown = true;
    void this.#ask([...uids]);
  }

  async #ask(uids: string[], from = 0): Promise<void> {
    const declared = this.#declared;
    try {
      const input = { uids, ...(from > 0 && { from }) };
      const { people, presences, next } = await this.#connection.request('watch_people', input);
      this.#attempt = 0;
      for (const person of people) this.see(person);
      for (const presence of presences) this.#seePresence(presence);
      if (next !== undefined && declared === this.#declared && this.#isKnown) await this.#ask(uids, next);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      if (!error.retry || this.#connection.state.get().status !== 'connected') return;
      this.#isKnown = false;
      this.#gather(backoffMs(this.#attempt++, this.#environment.random));
    }
  }

  #seePresence(presence: Presence): void {
    const store = this.presence(presence.uid);
    const known = store.get();
    if (!this.#declared.has(presence.uid)) return;
    if (!known || presence.lastChanged > known.lastChanged) store.set(presence);
  }

  #entry(uid: string): Known {
    const known = this.#known.get(uid);
    if (known) return known;
    const entry = {
      person: new Store<Person | undefined>(undefined),
      presence: new Store<Presence | undefined>(undefined),
    };
    this.#known.set(uid, entry);
    return entry;
  }
}

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every(uid => other.has(uid));
}
