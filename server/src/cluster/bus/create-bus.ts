import type { Clock } from '../../base/clock.ts';
import type { NatsSettings } from '../../config/nats-settings.ts';
import type { Store } from '../../db/store.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import type { Bus } from './bus.ts';
import { ClusterBus } from './cluster-bus.ts';
import { LocalBus } from './local-bus.ts';
import { NatsChannel } from './nats/nats-channel.ts';
import { getSubject, openNatsLink } from './nats/nats-connection.ts';
import { PostgresChannel } from './postgres-channel.ts';
import { RoutedBus } from './routed-bus.ts';

export interface BusOptions {
  store: Pick<Store, 'listen' | 'notify' | 'epoch'>;
  /** The broker beside the database. */
  nats?: NatsSettings | undefined;
  node: string;
  clock: Clock;
  metrics?: Metrics | undefined;
  onFailure: (error: unknown) => void;
}

export function createBus({ store, nats, node, clock, metrics, onFailure }: BusOptions): Bus {
  const { listen, notify, epoch } = store;
  if (!listen || !notify) return new LocalBus();
  const common = { clock, random: Math.random, onFailure };
  const channel = new PostgresChannel({ ...common, listen, notify });
  const origin = { node, epoch };
  const database = new ClusterBus({ origin, channel, clock, metrics });
  const broker =
    nats &&
    new ClusterBus({
      origin,
      channel: new NatsChannel({
        ...common,
        open: receive => openNatsLink(nats, getSubject(epoch), receive),
      }),
      clock,
      metrics,
    });
  metrics?.addGauge('snug_bus_connected', '1 while events of other servers arrive.', () =>
    Number(database.isConnected && broker?.isConnected !== false),
  );
  metrics?.addGauge(
    'snug_bus_queue',
    'Events that wait to be sent to other servers.',
    () => channel.queueLength,
  );
  if (!broker) return database;
  metrics?.addGauge('snug_broker_connected', '1 while the message broker carries events.', () =>
    Number(broker.isConnected),
  );
  return new RoutedBus({ database, broker });
}
