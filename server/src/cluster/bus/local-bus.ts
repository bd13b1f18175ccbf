import type { Publication } from '../../db/mutation.ts';
import type { Bus, Receiver } from './bus.ts';

const RESOLVED = Promise.resolve();

export class LocalBus implements Bus {
  #receiver: Pick<Receiver, 'deliver'> | undefined;

  start(receiver: Pick<Receiver, 'deliver'>): void {
    this.#receiver = receiver;
  }

  publish(publications: readonly Publication[]): void {
    this.#receiver?.deliver(publications);
  }

  announce(): void {
    // A single server has no other node.
  }

  publishCommitted(publications: readonly Publication[]): void {
    this.publish(publications);
  }

  subscribe(): Promise<void> {
    return RESOLVED;
  }

  unsubscribe(): void {
    // A single server has no other node to notify.
  }

  expectNodes(): void {
    // A single server has no other node.
  }

  stop(): Promise<void> {
    return RESOLVED;
  }
}
