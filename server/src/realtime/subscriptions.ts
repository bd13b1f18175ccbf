import { CommandError, MAX_OPEN_ROOMS, MAX_WATCHED_ROOMS, personTopic, type Topic } from '@snug/protocol';
import type { Attendance } from '../rooms/attendance.ts';
import type { Hub, Subscriber } from './hub.ts';

export interface SubscriptionsOptions {
  uid: string;
  hub: Hub;
  attendance: Pick<Attendance, 'enter' | 'leave'>;
}

/** What one connection listens to, and its limits. */
export class Subscriptions {
  readonly #options: SubscriptionsOptions;
  readonly #subscriber: Subscriber;
  readonly #topics = new Set<Topic>();
  readonly #openRooms = new Set<string>();
  readonly #watchedRooms = new Set<string>();
  #people: ReadonlySet<string> = new Set();
  #isOver = false;

  constructor(options: SubscriptionsOptions, subscriber: Subscriber) {
    this.#options = options;
    this.#subscriber = subscriber;
  }

  get openRooms(): ReadonlySet<string> {
    return this.#openRooms;
  }

  /** Throws `too_many`. */
  add(topic: Topic): void {
    if (this.#topics.has(topic)) return;
    const [kind, id] = partsOf(topic);
    if (kind === 'room') assertFewer(this.#openRooms, MAX_OPEN_ROOMS, 'rooms can be open');
    if (kind === 'here') assertFewer(this.#watchedRooms, MAX_WATCHED_ROOMS, 'rooms can be watched');
    if (this.#isOver) return;
    if (kind === 'room') this.#enter(id);
    if (kind === 'here') this.#watchedRooms.add(id);
    this.#topics.add(topic);
    this.#options.hub.subscribe(topic, this.#subscriber);
  }

  remove(topic: Topic): void {
    if (!this.#topics.delete(topic)) return;
    const [kind, id] = partsOf(topic);
    if (kind === 'room') this.#leave(id);
    if (kind === 'here') this.#watchedRooms.delete(id);
    this.#options.hub.unsubscribe(topic, this.#subscriber);
  }

  /** Replaces the people who are watched. Their number is limited by the command's schema. */
  replacePeople(uids: ReadonlySet<string>): void {
    for (const uid of this.#people) if (!uids.has(uid)) this.remove(personTopic(uid));
    for (const uid of uids) this.add(personTopic(uid));
    this.#people = uids;
  }

  /** Ends all of them, for good. */
  end(): void {
    this.#isOver = true;
    for (const topic of this.#topics) this.remove(topic);
  }

  #enter(roomId: string): void {
    this.#openRooms.add(roomId);
    this.#options.attendance.enter(roomId, this.#options.uid);
  }

  #leave(roomId: string): void {
    this.#openRooms.delete(roomId);
    this.#options.attendance.leave(roomId, this.#options.uid);
  }
}

function assertFewer(known: ReadonlySet<string>, most: number, what: string): void {
  if (known.size >= most) throw new CommandError('too_many', `At most ${most} ${what} at once`);
}

function partsOf(topic: Topic): [kind: string, id: string] {
  const [kind = '', id = ''] = topic.split(':');
  return [kind, id];
}
