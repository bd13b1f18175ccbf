import type { Clock } from '../base/clock.ts';
import type { Readiness } from '../http/readiness.ts';
import type { ConnectionRegistry } from '../realtime/connection-registry.ts';

/** Connections per second. */
const ACCEPTED_PER_S = 500;
const MAX_CLOSE_MS = 20_000;

export interface DrainOptions {
  readiness: Pick<Readiness, 'startDraining'>;
  connections: Pick<ConnectionRegistry, 'size' | 'closeGradually'>;
  /** Returns the number of nodes that the clients of this one can connect to. */
  countOthers: () => number;
  /** Time in which proxies notice that this node is not ready. */
  delayMs: number;
  setTimer: Clock['setTimer'];
}

/** Hands the clients of this node over to the others, no faster than they accept them. */
export async function drain(options: DrainOptions): Promise<void> {
  const { readiness, connections, countOthers, delayMs, setTimer } = options;
  readiness.startDraining();
  if (delayMs > 0) await new Promise<void>(resolve => setTimer(resolve, delayMs));
  await connections.closeGradually(getRate(connections.size, countOthers()));
}

/** Connections to close per second. Without other nodes, the clients wait for the next start anyway. */
function getRate(connections: number, others: number): number {
  if (others === 0) return Number.POSITIVE_INFINITY;
  return Math.max(ACCEPTED_PER_S * others, connections / (MAX_CLOSE_MS / 1_000));
}
