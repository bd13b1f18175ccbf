import { CompiledQuery } from 'kysely';
import type { Clock } from '../../clock.ts';
import type { Store } from '../../db/store.ts';
import type { Bus } from './bus.ts';
import { ClusterBus } from './cluster-bus.ts';
import { LocalBus } from './local-bus.ts';
import { PostgresChannel } from './postgres-channel.ts';

export interface BusOptions {
  store: Pick<Store, 'listen' | 'read' | 'epoch'>;
  /** The name of this server, which the store also uses. */
  node: string;
  clock: Clock;
  onFailure: (error: unknown) => void;
}

/** The channel on which stores listen. */
const NOTIFY = `select pg_notify('snug', payload) from unnest($1::text[]) as payload`;

/** The bus between all servers on the database, or within this server if the database is its own. */
export function createBus({ store, node, clock, onFailure }: BusOptions): Bus {
  const { listen, read, epoch } = store;
  if (!listen) return new LocalBus();
  const channel = new PostgresChannel({
    listen,
    notify: payloads => read.executeQuery(CompiledQuery.raw(NOTIFY, [payloads])),
    clock,
    random: Math.random,
    onFailure,
  });
  return new ClusterBus({ origin: { node, epoch }, channel, clock });
}
