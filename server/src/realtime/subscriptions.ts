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
import type { RoomViewers } from '../presence/room-viewers.ts';
import type { Hub, Subscriber } from './hub.ts';

export interface SubscriptionsOptions {
  uid: string;
  hub: Hub;
  roomViewers: Pick<RoomViewers, 'enter' | 'leave'>;
}

/** One time that a connection asked for a topic. */
type SubscribeRequest = object;

/**
 * What one connection listens to, and its limits. Of wishes about one topic the last one counts. Nothing is kept twice: there
 * is one of these for each socket.
 */
export class Subscriptions {
  readonly #options: SubscriptionsOptions;
  readonly #subscriber: Subscriber;
  /** Each with the last wish for it. */
  readonly #topics = new Map<Topic, SubscribeRequest>();
  /** How many there are of each kind. */
  readonly #counts = new Map<TopicKind, number>();
  #isEnded = false;

  constructor(options: SubscriptionsOptions, subscriber: Subscriber) {
    this.#options = options;
    this.#subscriber = subscriber;
  }

  get openRooms(): string[] {
    return this.#listIds('room');
  }

  /**
   * Resolves when everything that is published on the topic from now on arrives; with a function that ends that, unless it was
   * asked for again since. Rejects with `limit_exceeded`.
   */
  async add(topic: Topic): Promise<() => void> {
    const request: SubscribeRequest = {};
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
    this.#changeCount(kind, -1);
    if (kind === 'room') this.#options.roomViewers.leave(id, this.#options.uid);
    this.#options.hub.unsubscribe(topic, this.#subscriber);
  }

  /** Replaces the people who are watched. Their number is limited by the command's schema. */
  async replacePeople(uids: ReadonlySet<string>): Promise<void> {
    for (const uid of this.#listIds('person')) if (!uids.has(uid)) this.remove(personTopic(uid));
    await this.#addAll([...uids].map(personTopic));
  }

  /** Replaces some of the rooms whose summaries are received. Rejects with `limit_exceeded`, and adds none then. */
  async changeSummaries(add: readonly string[], remove: readonly string[]): Promise<void> {
    for (const roomId of remove) this.remove(summaryTopic(roomId));
    const topics = add.map(summaryTopic);
    const more = topics.filter(topic => !this.#topics.has(topic)).length;
    this.#assertFits('summary', more, MAX_WATCHED_SUMMARIES, 'rooms can be followed');
    await this.#addAll(topics);
  }

  /** Ends all of them, for good. */
  end(): void {
    this.#isEnded = true;
    for (const topic of this.#topics.keys()) this.remove(topic);
  }

  async #subscribe(topic: Topic, request: SubscribeRequest): Promise<void> {
    const { hub, roomViewers, uid } = this.#options;
    const [kind, id] = parseTopic(topic);
    if (!this.#topics.has(topic)) {
      if (kind === 'room') this.#assertFits(kind, 1, MAX_OPEN_ROOMS, 'rooms can be open');
      if (kind === 'viewers') this.#assertFits(kind, 1, MAX_WATCHED_VIEWER_LISTS, 'rooms can be watched');
      if (this.#isEnded) return;
      if (kind === 'room') roomViewers.enter(id, uid);
      this.#changeCount(kind, 1);
    }
    this.#topics.set(topic, request);
    await hub.subscribe(topic, this.#subscriber);
  }

  /** If one of them fails, none of the new ones stays. */
  async #addAll(topics: readonly Topic[]): Promise<void> {
    const request: SubscribeRequest = {};
    const added = topics.filter(topic => !this.#topics.has(topic));
    try {
      await Promise.all(topics.map(topic => this.#subscribe(topic, request)));
    } catch (error) {
      for (const topic of added) if (this.#topics.get(topic) === request) this.remove(topic);
      throw error;
    }
  }

  #assertFits(kind: TopicKind, more: number, most: number, what: string): void {
    if ((this.#counts.get(kind) ?? 0) + more > most)
      throw new CommandError('limit_exceeded', `At most ${most} ${what} at once`);
  }

  #changeCount(kind: TopicKind, more: number): void {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + more);
  }

  #listIds(kind: TopicKind): string[] {
    const start = `${kind}:`;
    const ids: string[] = [];
    for (const topic of this.#topics.keys()) if (topic.startsWith(start)) ids.push(topic.slice(start.length));
    return ids;
  }
}
