import { CommandError, MAX_OPEN_ROOMS, personTopic, type Topic } from '@snug/protocol';
import type { Hub, Subscriber } from './hub.ts';

/** What one connection listens to, and its limits. */
export class Subscriptions {
  readonly #hub: Hub;
  readonly #subscriber: Subscriber;
  readonly #topics = new Set<Topic>();
  readonly #rooms = new Set<string>();
  #people: ReadonlySet<string> = new Set();
  #isOver = false;

  constructor(hub: Hub, subscriber: Subscriber) {
    this.#hub = hub;
    this.#subscriber = subscriber;
  }

  get openRooms(): ReadonlySet<string> {
    return this.#rooms;
  }

  /** Throws `too_many`. */
  add(topic: Topic): void {
    const roomId = roomOf(topic);
    if (roomId && !this.#rooms.has(roomId) && this.#rooms.size >= MAX_OPEN_ROOMS) {
      throw new CommandError('too_many', `At most ${MAX_OPEN_ROOMS} rooms can be open at once`);
    }
    if (this.#isOver) return;
    if (roomId) this.#rooms.add(roomId);
    this.#topics.add(topic);
    this.#hub.subscribe(topic, this.#subscriber);
  }

  remove(topic: Topic): void {
    const roomId = roomOf(topic);
    if (roomId) this.#rooms.delete(roomId);
    this.#topics.delete(topic);
    this.#hub.unsubscribe(topic, this.#subscriber);
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
    for (const topic of this.#topics) this.#hub.unsubscribe(topic, this.#subscriber);
    this.#topics.clear();
    this.#rooms.clear();
  }
}

function roomOf(topic: Topic): string | undefined {
  return topic.startsWith('room:') ? topic.slice('room:'.length) : undefined;
}
