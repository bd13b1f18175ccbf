import { availableParallelism, loadavg } from 'node:os';
import { watchCpuSteal } from '@snug/testkit/cpu-steal.ts';

/** Of a machine that is taken away for longer, nothing can be said. */
const MAX_STOLEN_SHARE = 0.95;

/**
 * Begins to watch how much this machine has to do beside what is measured. The function tells how many times as long as it
 * should something may have taken since: 1 where there were processors for all, and no machine beside this one took them.
 * Limits that people feel are multiplied by it, so that a test fails by what Snug does and not by its neighbours.
 */
export function watchCpuContention(): () => number {
  const stolen = watchCpuSteal();
  return () => {
    const [lastMinute = 0] = loadavg();
    const waiting = Math.max(1, lastMinute / availableParallelism());
    return waiting / (1 - Math.min(stolen() ?? 0, MAX_STOLEN_SHARE));
  };
}
