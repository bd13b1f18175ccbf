import { type Event, partsOf, type Topic } from '@snug/protocol';
import type { Publication } from '../db/mutation.ts';
import { type Frame, frame } from './frame.ts';

/** One who receives what is published. */
export interface Subscriber {
  /** What is said in a room. */
  send(frame: Frame): void;
  /** All else, such as what a list shows. */
  sendLater(frame: Frame): void;
}

/** Who listens to what in this process. What several hear alike is put into words once, and is one frame for each. */
export class Hub {
  readonly #subscribers = new Map<Topic, Set<Subscriber>>();

  subscribe(topic: Topic, subscriber: Subscriber): void {
    const known = this.#subscribers.get(topic);
    if (known) known.add(subscriber);
    else this.#subscribers.set(topic, new Set([subscriber]));
  }

  unsubscribe(topic: Topic, subscriber: Subscriber): void {
    const subscribers = this.#subscribers.get(topic);
    if (subscribers?.delete(subscriber) && subscribers.size === 0) this.#subscribers.delete(topic);
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
