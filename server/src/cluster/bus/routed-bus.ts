import { type Event, roomTopic, type Topic } from '@snug/protocol';
import type { Publication } from '../../db/mutation.ts';
import type { Announcement, Bus, Connection, Receiver } from './bus.ts';
import { getRoute, usesBroker, usesDatabase } from './event-routes.ts';

type Broker = Bus & { readonly connection: Connection };

export interface RoutedBusOptions {
  /** Carries each event that uses the database, in the order of the commits. */
  database: Bus;
  /** Carries the others, and may lose them. */
  broker: Broker;
}

/**
 * Sends each event on its route. While the broker is away, nodes compare the positions of their open rooms with the database once a
 * second.
 */
export class RoutedBus implements Bus {
  readonly #database: Bus;
  readonly #broker: Broker;
  readonly #topics = new Set<Topic>();
  #silences = 0;

  constructor({ database, broker }: RoutedBusOptions) {
    this.#database = database;
    this.#broker = broker;
  }

  get brokerConnection(): Connection {
    return this.#broker.connection;
  }

  start(receiver: Receiver): void {
    this.#database.start(receiver);
    this.#broker.start({
      ...receiver,
      deliver: publications => {
        const accepted = publications.filter(({ event }) => this.#accepts(event));
        if (accepted.length > 0) receiver.deliver(accepted);
      },
      onSilence: () => {
        // Twice a second.
        if (this.#silences++ % 2 === 0) receiver.onPossibleLoss();
      },
    });
  }

  publish(publications: readonly Publication[]): void {
    this.#route(publications, (bus, some) => bus.publish(some));
  }

  publishCommitted(publications: readonly Publication[]): void {
    this.#route(publications, (bus, some) => bus.publishCommitted(some));
  }

  announce(announcement: Announcement): void {
    this.#broker.announce(announcement);
  }

  async subscribe(topic: Topic): Promise<void> {
    this.#topics.add(topic);
    await Promise.all([this.#database.subscribe(topic), this.#broker.subscribe(topic)]);
  }

  unsubscribe(topic: Topic): void {
    this.#topics.delete(topic);
    this.#database.unsubscribe(topic);
    this.#broker.unsubscribe(topic);
  }

  expectNodes(nodes: readonly string[]): void {
    this.#broker.expectNodes(nodes);
  }

  async stop(): Promise<void> {
    await Promise.all([this.#database.stop(), this.#broker.stop()]);
  }

  #route(publications: readonly Publication[], send: (bus: Bus, some: readonly Publication[]) => void): void {
    const byDatabase = publications.filter(({ event }) => usesDatabase(event));
    const byBroker = publications.filter(({ event }) => usesBroker(event));
    if (byDatabase.length > 0) send(this.#database, byDatabase);
    if (byBroker.length > 0) send(this.#broker, byBroker);
  }

  /**
   * What comes by the broker. Of an event that goes both ways, the feed of an open room takes the first copy. For other rooms, only
   * the database keeps the order: a late removal must not follow a new invitation.
   */
  #accepts(event: Event): boolean {
    const route = getRoute(event);
    return route === 'broker' || (route === 'both' && 'roomId' in event && this.#follows(event.roomId));
  }

  #follows(roomId: string): boolean {
    return this.#topics.has(roomTopic(roomId));
  }
}
