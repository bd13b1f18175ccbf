import { cpuOf, processProblem, writesOf } from '@snug/testkit/process-stats.ts';
import { watchBusy } from './cpu-usage.ts';
import type { Tally } from './load-counters.ts';
import type { LoadReport, ServerUse } from './plan.ts';

type Windowed = Pick<LoadReport, 'deliveries' | 'answers' | 'seconds' | 'server' | 'busy'>;

/** Begins to measure: what came, and what it cost both sides, until the returned function is called. */
export function openWindow(pid: number, tally: Tally): () => Windowed {
  const { deliveries, answers } = tally;
  const started = performance.now();
  const busy = watchBusy();
  const before = useOf(pid);
  return () => {
    const seconds = (performance.now() - started) / 1_000;
    const after = useOf(pid);
    return {
      deliveries: tally.deliveries - deliveries,
      answers: tally.answers - answers,
      seconds,
      ...(before && after && { server: difference(before, after) }),
      busy: busy(),
    };
  };
}

/** Undefined where processes cannot be looked at. */
function useOf(pid: number): ServerUse | undefined {
  return processProblem() === undefined ? { cpuMs: cpuOf(pid), writes: writesOf(pid) } : undefined;
}

function difference(before: ServerUse, after: ServerUse): ServerUse {
  return { cpuMs: after.cpuMs - before.cpuMs, writes: after.writes - before.writes };
}
