import {
  CommandError,
  MAX_OPEN_ROOMS,
  MAX_WATCHED_ROOMS,
  partsOf,
  personTopic,
  type Topic,
} from '@snug/protocol';
import type { Attendance } from '../rooms/attendance.ts';
import type { Hub, Subscriber } from './hub.ts';

export interface SubscriptionsOptions {
  uid: string;
  hub: Hub;
  attendance: Pick<Attendance, 'enter' | 'leave'>;
}

type Kind = 'room' | 'here' | 'person';

/** What one connection listens to, and its limits. Nothing is kept twice: there is one of these for each socket. */
export class Subscriptions {
  readonly #options: SubscriptionsOptions;
  readonly #subscriber: Subscriber;
  readonly #topics = new Set<Topic>();
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
    if (kind === 'room') this.#assertFewer(kind, MAX_OPEN_ROOMS, 'rooms can be open');
    if (kind === 'here') this.#assertFewer(kind, MAX_WATCHED_ROOMS, 'rooms can be watched');
    if (this.#isOver) return;
    if (kind === 'room') this.#options.attendance.enter(id, this.#options.uid);
    this.#topics.add(topic);
    this.#options.hub.subscribe(topic, this.#subscriber);
  }

  remove(topic: Topic): void {
    if (!this.#topics.delete(topic)) return;
    const [kind, id] = partsOf(topic);
    if (kind === 'room') this.#options.attendance.leave(id, this.#options.uid);
    this.#options.hub.unsubscribe(topic, this.#subscriber);
  }

  /** Replaces the people who are watched. Their number is limited by the command's schema. */
  replacePeople(uids: ReadonlySet<string>): void {
    for (const uid of this.#idsOf('person')) if (!uids.has(uid)) this.remove(personTopic(uid));
    for (const uid of uids) this.add(personTopic(uid));
  }

  /** Ends all of them, for good. */
  end(): void {
    this.#isOver = true;
    for (const topic of this.#topics) this.remove(topic);
  }

  #assertFewer(kind: Kind, most: number, what: string): void {
    if (this.#idsOf(kind).length >= most)
      throw new CommandError('too_many', `At most ${most} ${what} at once`);
  }

  #idsOf(kind: Kind): string[] {
    const start = `${kind}:`;
    const ids: string[] = [];
    for (const topic of this.#topics) if (topic.startsWith(start)) ids.push(topic.slice(start.length));
    return ids;
  }
}
