import { availableParallelism, loadavg } from 'node:os';

/**
 * How many times as long as it should something may take, because this machine has more to do than processors: 1 where it has
 * not. Limits that people feel are multiplied by it, so that a test fails by what Snug does and not by its neighbours.
 */
export function crowding(): number {
  const [lastMinute = 0] = loadavg();
  return Math.max(1, lastMinute / availableParallelism());
}
