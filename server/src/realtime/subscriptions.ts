import {
  CommandError,
  MAX_OPEN_ROOMS,
  MAX_WATCHED_ROOMS,
  MAX_WATCHED_SUMMARIES,
  partsOf,
  personTopic,
  summaryTopic,
  type Topic,
  type TopicKind,
} from '@snug/protocol';
import type { Attendance } from '../presence/room-viewers.ts';
import type { Hub, Subscriber } from './hub.ts';

export interface SubscriptionsOptions {
  uid: string;
  hub: Hub;
  attendance: Pick<Attendance, 'enter' | 'leave'>;
}

/** One time that a connection asked for a topic. */
type Wish = object;

/**
 * What one connection listens to, and its limits. Of wishes about one topic the last one counts. Nothing is kept twice: there
 * is one of these for each socket.
 */
export class Subscriptions {
  readonly #options: SubscriptionsOptions;
  readonly #subscriber: Subscriber;
  /** Each with the last wish for it. */
  readonly #topics = new Map<Topic, Wish>();
  /** How many there are of each kind. */
  readonly #counts = new Map<TopicKind, number>();
  #isOver = false;

  constructor(options: SubscriptionsOptions, subscriber: Subscriber) {
    this.#options = options;
    this.#subscriber = subscriber;
  }

  get openRooms(): string[] {
    return this.#idsOf('room');
  }

  /**
   * Resolves when everything that is published on the topic from now on arrives; with a function that ends that, unless it was
   * asked for again since. Rejects with `too_many`.
   */
  async add(topic: Topic): Promise<() => void> {
    const wish: Wish = {};
    const withdraw = () => {
      if (this.#topics.get(topic) === wish) this.remove(topic);
    };
    const standing = this.#wish(topic, wish);
    try {
      await standing;
    } catch (error) {
      withdraw();
      throw error;
    }
    return withdraw;
  }

  remove(topic: Topic): void {
    if (!this.#topics.delete(topic)) return;
    const [kind, id] = partsOf(topic);
    this.#count(kind, -1);
    if (kind === 'room') this.#options.attendance.leave(id, this.#options.uid);
    this.#options.hub.unsubscribe(topic, this.#subscriber);
  }

  /** Replaces the people who are watched. Their number is limited by the command's schema. */
  async replacePeople(uids: ReadonlySet<string>): Promise<void> {
    for (const uid of this.#idsOf('person')) if (!uids.has(uid)) this.remove(personTopic(uid));
    await this.#addAll([...uids].map(personTopic));
  }

  /** Replaces some of the rooms whose summaries are received. Rejects with `too_many`, and adds none then. */
  async changeSummaries(add: readonly string[], remove: readonly string[]): Promise<void> {
    for (const roomId of remove) this.remove(summaryTopic(roomId));
    const topics = add.map(summaryTopic);
    const more = topics.filter(topic => !this.#topics.has(topic)).length;
    this.#assertFits('summary', more, MAX_WATCHED_SUMMARIES, 'rooms can be followed');
    await this.#addAll(topics);
  }

  /** Ends all of them, for good. */
  end(): void {
    this.#isOver = true;
    for (const topic of this.#topics.keys()) this.remove(topic);
  }

  async #wish(topic: Topic, wish: Wish): Promise<void> {
    const { hub, attendance, uid } = this.#options;
    const [kind, id] = partsOf(topic);
    if (!this.#topics.has(topic)) {
      if (kind === 'room') this.#assertFits(kind, 1, MAX_OPEN_ROOMS, 'rooms can be open');
      if (kind === 'here') this.#assertFits(kind, 1, MAX_WATCHED_ROOMS, 'rooms can be watched');
      if (this.#isOver) return;
      if (kind === 'room') attendance.enter(id, uid);
      this.#count(kind, 1);
    }
    this.#topics.set(topic, wish);
    await hub.subscribe(topic, this.#subscriber);
  }

  /** If one of them fails, none of the new ones stays. */
  async #addAll(topics: readonly Topic[]): Promise<void> {
    const wish: Wish = {};
    const added = topics.filter(topic => !this.#topics.has(topic));
    try {
      await Promise.all(topics.map(topic => this.#wish(topic, wish)));
    } catch (error) {
      for (const topic of added) if (this.#topics.get(topic) === wish) this.remove(topic);
      throw error;
    }
  }

  #assertFits(kind: TopicKind, more: number, most: number, what: string): void {
    if ((this.#counts.get(kind) ?? 0) + more > most)
      throw new CommandError('too_many', `At most ${most} ${what} at once`);
  }

  #count(kind: TopicKind, more: number): void {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + more);
  }

  #idsOf(kind: TopicKind): string[] {
    const start = `${kind}:`;
    const ids: string[] = [];
    for (const topic of this.#topics.keys()) if (topic.startsWith(start)) ids.push(topic.slice(start.length));
    return ids;
  }
}
