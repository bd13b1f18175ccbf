import {
  CommandError,
  MAX_OPEN_ROOMS,
  MAX_WATCHED_SUMMARIES,
  MAX_WATCHED_VIEWER_LISTS,
  parseTopic,
  personTopic,
  summaryTopic,
  type Topic,
  type TopicKind,
} from '@snug/protocol';
import type { RoomViewers } from '../people/presence/room-viewers.ts';
import type { Hub, Subscriber } from './hub.ts';

export interface SubscriptionsOptions {
  uid: string;
  hub: Hub;
  roomViewers: Pick<RoomViewers, 'enter' | 'leave'>;
}

/** The last request for a topic counts. Keeps no redundant data, because each socket has an instance. */
export class Subscriptions {
  readonly #options: SubscriptionsOptions;
  readonly #subscriber: Subscriber;
  readonly #topics = new Map<Topic, number>();
  #requestCount = 0;
  #isEnded = false;

  constructor(options: SubscriptionsOptions, subscriber: Subscriber) {
    this.#options = options;
    this.#subscriber = subscriber;
  }

  get openRooms(): string[] {
    return this.#listIds('room');
  }

  /** Open, or with watched viewers: the feed follows them. */
  get followedRooms(): string[] {
    return [...new Set([...this.openRooms, ...this.#listIds('viewers')])];
  }

  get roomIds(): string[] {
    return [...new Set([...this.followedRooms, ...this.#listIds('summary')])];
  }

  /** The returned function unsubscribes, unless a later call requested the topic again. Rejects with `limit_exceeded`. */
  async add(topic: Topic): Promise<() => void> {
    const request = this.#requestCount++;
    const unsubscribe = () => {
      if (this.#topics.get(topic) === request) this.remove(topic);
    };
    const subscribed = this.#subscribe(topic, request);
    try {
      await subscribed;
    } catch (error) {
      unsubscribe();
      throw error;
    }
    return unsubscribe;
  }

  remove(topic: Topic): void {
    if (!this.#topics.delete(topic)) return;
    const [kind, id] = parseTopic(topic);
    if (kind === 'room') this.#options.roomViewers.leave(id, this.#options.uid);
    this.#options.hub.unsubscribe(topic, this.#subscriber);
  }

  /** The command's schema limits the number of people. */
  async replacePeople(uids: ReadonlySet<string>): Promise<void> {
    for (const uid of this.#listIds('person')) if (!uids.has(uid)) this.remove(personTopic(uid));
    await this.#addAll([...uids].map(personTopic));
  }

  /** Rejects with `limit_exceeded`; then it adds none. */
  async changeSummaries(add: readonly string[], remove: readonly string[]): Promise<void> {
    for (const roomId of remove) this.remove(summaryTopic(roomId));
    const topics = add.map(summaryTopic);
    const more = topics.filter(topic => !this.#topics.has(topic)).length;
    this.#assertFits('summary', more, MAX_WATCHED_SUMMARIES, 'rooms can be followed');
    await this.#addAll(topics);
  }

  /** Ends all subscriptions. Later calls add none. */
  end(): void {
    this.#isEnded = true;
    for (const topic of this.#topics.keys()) this.remove(topic);
  }

  async #subscribe(topic: Topic, request: number): Promise<void> {
    const { hub, roomViewers, uid } = this.#options;
    const [kind, id] = parseTopic(topic);
    if (!this.#topics.has(topic)) {
      if (kind === 'room') this.#assertFits(kind, 1, MAX_OPEN_ROOMS, 'rooms can be open');
      if (kind === 'viewers') this.#assertFits(kind, 1, MAX_WATCHED_VIEWER_LISTS, 'rooms can be watched');
      if (this.#isEnded) return;
      if (kind === 'room') roomViewers.enter(id, uid);
    }
    this.#topics.set(topic, request);
    await hub.subscribe(topic, this.#subscriber);
  }

  /** If one of them fails, removes all new ones. */
  async #addAll(topics: readonly Topic[]): Promise<void> {
    const request = this.#requestCount++;
    const added = topics.filter(topic => !this.#topics.has(topic));
    try {
      await Promise.all(topics.map(topic => this.#subscribe(topic, request)));
    } catch (error) {
      for (const topic of added) if (this.#topics.get(topic) === request) this.remove(topic);
      throw error;
    }
  }

  #assertFits(kind: TopicKind, more: number, max: number, what: string): void {
    if (this.#listIds(kind).length + more > max)
      throw new CommandError('limit_exceeded', `At most ${max} ${what} at once`);
  }

  #listIds(kind: TopicKind): string[] {
    const start = `${kind}:`;
    const ids: string[] = [];
    for (const topic of this.#topics.keys()) if (topic.startsWith(start)) ids.push(topic.slice(start.length));
    return ids;
  }
}
