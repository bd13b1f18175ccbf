import { CLOSE, type Event, partsOf, type Topic } from '@snug/protocol';
import type { Publication } from '../db/mutation.ts';
import { type Frame, frame } from './frame.ts';

/** One who receives what is published. */
export interface Subscriber {
  /** What is said in a room. */
  send(frame: Frame): void;
  /** All else, such as what a list shows. */
  sendLater(frame: Frame): void;
  close(code: number): void;
}

/** Where a hub gets what it publishes: it is asked for a topic as long as anyone here listens to that. */
export interface TopicSource {
  /** Resolves when everything that is published from now on arrives. */
  subscribe(topic: Topic): Promise<void>;
  unsubscribe(topic: Topic): void;
}

const STANDING = Promise.resolve();

/** Who listens to what in this process. What several hear alike is put into words once, and is one frame for each. */
export class Hub {
  readonly #source: TopicSource;
  readonly #subscribers = new Map<Topic, Set<Subscriber>>();
  /** The topics that do not stand yet. */
  readonly #opening = new Map<Topic, Promise<void>>();

  constructor(source: TopicSource) {
    this.#source = source;
  }

  /** What arrives is sent from now on. Resolves when everything arrives that is published from then on. */
  subscribe(topic: Topic, subscriber: Subscriber): Promise<void> {
    const known = this.#subscribers.get(topic);
    if (known) known.add(subscriber);
    else this.#open(topic, subscriber);
    return this.#opening.get(topic) ?? STANDING;
  }

  unsubscribe(topic: Topic, subscriber: Subscriber): void {
    const subscribers = this.#subscribers.get(topic);
    if (!subscribers?.delete(subscriber) || subscribers.size > 0) return;
    this.#subscribers.delete(topic);
    this.#opening.delete(topic);
    this.#source.unsubscribe(topic);
  }

  #open(topic: Topic, subscriber: Subscriber): void {
    this.#subscribers.set(topic, new Set([subscriber]));
    const opening = this.#source.subscribe(topic);
    this.#opening.set(topic, opening);
    const stands = () => {
      if (this.#opening.get(topic) === opening) this.#opening.delete(topic);
    };
    // Where it fails, all who wait for it stop listening, and whoever comes next tries again.
    opening.then(stands, () => {});
  }

  /** Whether anyone listens to a topic. */
  readonly isHeard = (topic: Topic): boolean => this.#subscribers.has(topic);

  /** How many listen to a topic. */
  count(topic: Topic): number {
    return this.#subscribers.get(topic)?.size ?? 0;
  }

  publish(publications: readonly Publication[]): void {
    for (const [topic, some] of Map.groupBy(publications, ({ topic }) => topic)) this.#tell(topic, some);
  }

  #tell(topic: Topic, publications: readonly Publication[]): void {
    const subscribers = this.#subscribers.get(topic);
    if (!subscribers) return;
    const told = new Frames(publications.map(({ event }) => event));
    const knowing = publications.map(({ except }) => except && this.#subscribers.get(except));
    const isKnown = knowing.some(known => known !== undefined);
    const [kind] = partsOf(topic);
    for (const subscriber of subscribers) {
      const some = isKnown ? told.without(knowing.map(known => known?.has(subscriber) ?? false)) : told.all;
      if (!some) continue;
      if (kind === 'room') subscriber.send(some);
      else subscriber.sendLater(some);
      if (kind === 'session') subscriber.close(CLOSE.signedOut);
    }
  }
}

/** Events in one frame: all of them, and those of them that somebody does not know yet. */
class Frames {
  readonly all: Frame;
  readonly #events: readonly Event[];
  readonly #some = new Map<string, Frame | undefined>();

  constructor(events: readonly Event[]) {
    this.all = frame({ events });
    this.#events = events;
  }

  /** `isKnown`: of each event, whether it is. Undefined where all are. */
  without(isKnown: readonly boolean[]): Frame | undefined {
    if (!isKnown.includes(true)) return this.all;
    const key = isKnown.join();
    if (!this.#some.has(key))
      this.#some.set(key, frameOf(this.#events.filter((_, index) => !isKnown[index])));
    return this.#some.get(key);
  }
}

function frameOf(events: readonly Event[]): Frame | undefined {
  return events.length > 0 ? frame({ events }) : undefined;
}
