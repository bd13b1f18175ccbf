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
import type { Attendance } from '../rooms/attendance.ts';
import type { Hub, Subscriber } from './hub.ts';

export interface SubscriptionsOptions {
  uid: string;
  hub: Hub;
  attendance: Pick<Attendance, 'enter' | 'leave'>;
}

/** What one connection listens to, and its limits. Nothing is kept twice: there is one of these for each socket. */
export class Subscriptions {
  readonly #options: SubscriptionsOptions;
  readonly #subscriber: Subscriber;
  readonly #topics = new Set<Topic>();
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

  /** Throws `too_many`. */
  add(topic: Topic): void {
    if (this.#topics.has(topic)) return;
    const [kind, id] = partsOf(topic);
    if (kind === 'room') this.#assertFits(kind, 1, MAX_OPEN_ROOMS, 'rooms can be open');
    if (kind === 'here') this.#assertFits(kind, 1, MAX_WATCHED_ROOMS, 'rooms can be watched');
    if (this.#isOver) return;
    if (kind === 'room') this.#options.attendance.enter(id, this.#options.uid);
    this.#topics.add(topic);
    this.#count(kind, 1);
    this.#options.hub.subscribe(topic, this.#subscriber);
  }

  remove(topic: Topic): void {
    if (!this.#topics.delete(topic)) return;
    const [kind, id] = partsOf(topic);
    this.#count(kind, -1);
    if (kind === 'room') this.#options.attendance.leave(id, this.#options.uid);
    this.#options.hub.unsubscribe(topic, this.#subscriber);
  }

  /** Replaces the people who are watched. Their number is limited by the command's schema. */
  replacePeople(uids: ReadonlySet<string>): void {
    for (const uid of this.#idsOf('person')) if (!uids.has(uid)) this.remove(personTopic(uid));
    for (const uid of uids) this.add(personTopic(uid));
  }

  /** Replaces some of the rooms whose summaries are received. Throws `too_many`, and adds none then. */
  changeSummaries(add: readonly string[], remove: readonly string[]): void {
    for (const roomId of remove) this.remove(summaryTopic(roomId));
    const topics = add.map(summaryTopic).filter(topic => !this.#topics.has(topic));
    this.#assertFits('summary', topics.length, MAX_WATCHED_SUMMARIES, 'rooms can be followed');
    for (const topic of topics) this.add(topic);
  }

  /** Ends all of them, for good. */
  end(): void {
    this.#isOver = true;
    for (const topic of this.#topics) this.remove(topic);
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
    for (const topic of this.#topics) if (topic.startsWith(start)) ids.push(topic.slice(start.length));
    return ids;
  }
}
