import type { Topic } from '@snug/protocol';
import type { Publication } from '../db/mutation.ts';
import { type Frame, frame } from './frame.ts';

/** One who receives what is published. */
export interface Subscriber {
  send(frame: Frame): void;
}

/** Who listens to what in this process. Each event is put into words once, whoever many hear it. */
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

  publish(publications: readonly Publication[]): void {
    for (const publication of publications) this.#tell(publication);
  }

  #tell({ topic, event, except }: Publication): void {
    const subscribers = this.#subscribers.get(topic);
    if (!subscribers) return;
    const knowing = except && this.#subscribers.get(except);
    const told = frame({ events: [event] });
    for (const subscriber of subscribers) if (!knowing?.has(subscriber)) subscriber.send(told);
  }
}
