import { availableParallelism, loadavg } from 'node:os';
import { watchCpuSteal } from '@snug/testkit/cpu-steal.ts';

/** If other machines take more of the processor, a measurement is worthless. */
const MAX_STOLEN_SHARE = 0.95;

/** The returned factor, 1 without contention, multiplies the time limits of tests. */
export function watchCpuContention(): () => number {
  const stolen = watchCpuSteal();
  return () => {
    const [lastMinute = 0] = loadavg();
    const waiting = Math.max(1, lastMinute / availableParallelism());
    return waiting / (1 - Math.min(stolen() ?? 0, MAX_STOLEN_SHARE));
  };
}
