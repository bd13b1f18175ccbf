import { platform } from 'node:os';
import { DIALECTS } from './dialects/dialects.ts';
import { LoadClient } from './load-client.ts';
import type { LoadCounters } from './load-counters.ts';
import type { LoadPlan } from './plan.ts';

const CONNECT_CONCURRENCY = 50;
const ADDRESS_COUNT = 8;

export interface ClientPool {
  clients: LoadClient[];
  countSubscribers: (room: string) => number;
}

export async function connectAll(
  { seats, dialect, port }: Pick<LoadPlan, 'seats' | 'dialect' | 'port'>,
  counters: LoadCounters,
  mostMessages: number,
  onResult: (client: LoadClient) => void,
): Promise<ClientPool> {
  const clients: LoadClient[] = [];
  const common = { dialect: DIALECTS[dialect], counters, mostMessages, onResult };
  for (let from = 0; from < seats.length; from += CONNECT_CONCURRENCY) {
    const some = seats.slice(from, from + CONNECT_CONCURRENCY);
    const connections = some.map((seat, index) =>
      LoadClient.connect({ ...common, seat, port: seat.port ?? port, ...toLocalAddress(from + index) }),
    );
    clients.push(...(await Promise.all(connections)));
  }
  const rooms = Map.groupBy(
    seats.filter(({ isSubscribed }) => isSubscribed),
    ({ room }) => room,
  );
  return { clients, countSubscribers: room => rooms.get(room)?.length ?? 0 };
}

/** On Linux, all of 127.0.0.0/8 is this machine; other systems have one address. */
export function toLocalAddress(index: number): { from?: string } {
  return platform() === 'linux' ? { from: `127.0.0.${2 + (index % ADDRESS_COUNT)}` } : {};
}
