import type { Publication } from '../../db/mutation.ts';
import type { Bus } from './bus.ts';

type Publish = (publications: readonly Publication[]) => void;

export class Publisher {
  readonly #bus: Pick<Bus, 'publish' | 'publishCommitted'>;

  constructor(bus: Pick<Bus, 'publish' | 'publishCommitted'>) {
    this.#bus = bus;
  }

  readonly publish: Publish = publications => {
    if (publications.length > 0) this.#bus.publish(publications);
  };

  readonly publishCommitted: Publish = publications => {
    if (publications.length > 0) this.#bus.publishCommitted(publications);
  };
}
