import {
  CommandError,
  type Event,
  MAX_WATCHED_PEOPLE,
  type Message,
  type Person,
  type Presence,
} from '@snug/protocol';
import { Store } from '../base/store.ts';
import type { Connection } from '../connection/connection.ts';
import { Retry } from '../connection/retry.ts';
import type { Environment } from '../environment.ts';

/** People who come on screen or leave it within this time share one command. */
const BATCH_DELAY_MS = 50;

interface PersonEntry {
  person: Store<Person | undefined>;
  presence: Store<Presence | undefined>;
}

export class People {
  readonly #environment: Environment;
  readonly #connection: Pick<Connection, 'request' | 'state'>;
  readonly #known = new Map<string, PersonEntry>();
  /** How often each person is on screen; the latest comes last. */
  readonly #watchCounts = new Map<string, number>();
  #subscribed: ReadonlySet<string> = new Set();
  #isSubscribed = false;
  #stopTimer: (() => void) | undefined;
  readonly #retry: Retry;

  constructor(environment: Environment, connection: Pick<Connection, 'request' | 'state'>) {
    this.#environment = environment;
    this.#connection = connection;
    this.#retry = new Retry({ environment, connection }, () => this.#subscribe());
  }

  /** Undefined if no copy was seen. */
  getPerson(uid: string): Store<Person | undefined> {
    return this.#entry(uid).person;
  }

  /** Undefined before the first result, and for people who are not watched. */
  getPresence(uid: string): Store<Presence | undefined> {
    return this.#entry(uid).presence;
  }

  /** Returns the copy with the higher version. */
  upsert(person: Person): Person {
    const { person: store } = this.#entry(person.uid);
    const known = store.get();
    if (known && known.version >= person.version) return known;
    store.set(person);
    return person;
  }

  /** The authors of the messages, and the people whom they mention. */
  upsertShown(messages: readonly Pick<Message, 'author' | 'mentioned'>[]): void {
    for (const { author, mentioned = [] } of messages)
      for (const person of [author, ...mentioned]) this.upsert(person);
  }

  apply(event: Event): void {
    if (event.type === 'profile_changed') this.upsert(event.person);
    if (event.type === 'presence_changed') this.#upsertPresence(event.presence);
  }

  watch(uid: string): () => void {
    this.#watchCounts.set(uid, (this.#watchCounts.get(uid) ?? 0) + 1);
    this.#scheduleSubscribe();
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#unwatch(uid);
    };
  }

  /** For a new connection, which has no watched people, and after missed changes. */
  readAgain(): void {
    this.#isSubscribed = false;
    this.#retry.reset();
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    this.#subscribe();
  }

  clear(): void {
    for (const { person, presence } of this.#known.values()) {
      person.set(undefined);
      presence.set(undefined);
    }
  }

  #unwatch(uid: string): void {
    const count = this.#watchCounts.get(uid) ?? 0;
    if (count > 1) this.#watchCounts.set(uid, count - 1);
    else this.#watchCounts.delete(uid);
    this.#scheduleSubscribe();
  }

  #scheduleSubscribe(): void {
    this.#stopTimer ??= this.#environment.setTimer(() => {
      this.#stopTimer = undefined;
      this.#subscribe();
    }, BATCH_DELAY_MS);
  }

  #subscribe(): void {
    // Without a connection, the next one starts again.
    if (this.#connection.state.get().status !== 'connected' || this.#retry.isWaiting) return;
    const uids = new Set([...this.#watchCounts.keys()].slice(-MAX_WATCHED_PEOPLE));
    if (isSameSet(uids, this.#subscribed) && (this.#isSubscribed || uids.size === 0)) return;
    // The server sends no further changes of these people.
    for (const uid of this.#subscribed) if (!uids.has(uid)) this.getPresence(uid).set(undefined);
    this.#subscribed = uids;
    this.#isSubscribed = true;
    void this.#fetch([...uids]);
  }

  async #fetch(uids: string[], from = 0): Promise<void> {
    const declared = this.#subscribed;
    try {
      const input = { uids, ...(from > 0 && { from }) };
      const { people, presences, next } = await this.#connection.request('watch_people', input);
      this.#retry.reset();
      for (const person of people) this.upsert(person);
      for (const presence of presences) this.#upsertPresence(presence);
      if (next !== undefined && declared === this.#subscribed && this.#isSubscribed)
        await this.#fetch(uids, next);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      if (!error.isRetryable) return;
      this.#isSubscribed = false;
      this.#retry.schedule(error);
    }
  }

  #upsertPresence(presence: Presence): void {
    const store = this.getPresence(presence.uid);
    const known = store.get();
    if (!this.#subscribed.has(presence.uid)) return;
    store.set(known ? mergePresences(known, presence) : presence);
  }

  #entry(uid: string): PersonEntry {
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

/** An event of the state has no status, and a status changes without the state. */
function mergePresences(known: Presence, other: Presence): Presence {
  const { state, lastChanged } = other.lastChanged > known.lastChanged ? other : known;
  const newest = (other.statusVersion ?? 0) > (known.statusVersion ?? 0) ? other : known;
  return { ...newest, state, lastChanged };
}

function isSameSet(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every(uid => other.has(uid));
}
