import type { Publication } from '../../db/mutation.ts';
import type { Bus } from './bus.ts';

/** All publications of this node go through it: those of commits, and those that no database stores. */
export class Publisher {
  readonly #bus: Pick<Bus, 'publish'>;

  constructor(bus: Pick<Bus, 'publish'>) {
    this.#bus = bus;
  }

  readonly publish = (publications: readonly Publication[]): void => {
    if (publications.length > 0) this.#bus.publish(publications);
  };
}
