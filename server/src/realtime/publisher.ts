import type { Publication } from '../db/mutation.ts';
import type { Bus } from './bus.ts';

/** The one way from what happened on this node to the bus: what a commit led to, and what no database keeps. */
export class Publisher {
  readonly #bus: Pick<Bus, 'publish'>;

  constructor(bus: Pick<Bus, 'publish'>) {
    this.#bus = bus;
  }

  readonly publish = (publications: readonly Publication[]): void => {
    if (publications.length > 0) this.#bus.publish(publications);
  };
}
