import type { Clock } from '../../base/clock.ts';
import type { Store } from '../../db/store.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import type { Bus } from './bus.ts';
import { ClusterBus } from './cluster-bus.ts';
import { LocalBus } from './local-bus.ts';
import { PostgresChannel } from './postgres-channel.ts';

export interface BusOptions {
  store: Pick<Store, 'listen' | 'notify' | 'epoch'>;
  node: string;
  clock: Clock;
  metrics?: Metrics | undefined;
  onFailure: (error: unknown) => void;
}

export function createBus({ store, node, clock, metrics, onFailure }: BusOptions): Bus {
  const { listen, notify, epoch } = store;
  if (!listen || !notify) return new LocalBus();
  const channel = new PostgresChannel({
    listen,
    notify,
    clock,
    random: Math.random,
    onFailure,
  });
  metrics?.addGauge('snug_bus_connected', '1 while events of other servers arrive.', () =>
    Number(channel.isConnected),
  );
  metrics?.addGauge(
    'snug_bus_queue',
    'Events that wait to be sent to other servers.',
    () => channel.queueLength,
  );
  return new ClusterBus({ origin: { node, epoch }, channel, clock, metrics });
}
