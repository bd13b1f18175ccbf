import type { Clock } from '../../base/clock.ts';
import type { Store } from '../../db/store.ts';
import type { Bus } from './bus.ts';
import { ClusterBus } from './cluster-bus.ts';
import { LocalBus } from './local-bus.ts';
import { PostgresChannel } from './postgres-channel.ts';

export interface BusOptions {
  store: Pick<Store, 'listen' | 'notify' | 'epoch'>;
  node: string;
  clock: Clock;
  onFailure: (error: unknown) => void;
}

export function createBus({ store, node, clock, onFailure }: BusOptions): Bus {
  const { listen, notify, epoch } = store;
  if (!listen || !notify) return new LocalBus();
  const channel = new PostgresChannel({
    listen,
    notify,
    clock,
    random: Math.random,
    onFailure,
  });
  return new ClusterBus({ origin: { node, epoch }, channel, clock });
}
