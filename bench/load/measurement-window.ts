import { countWriteCalls, getProcUnavailableReason, readCpuMs } from '@snug/testkit/process-stats.ts';
import { watchCpuUsage } from './cpu-usage.ts';
import type { LoadCounters } from './load-counters.ts';
import type { LoadReport, ServerUse } from './plan.ts';

type WindowResult = Pick<LoadReport, 'deliveries' | 'results' | 'seconds' | 'serverUse' | 'busy'>;

export function openMeasurementWindow(pid: number, counters: LoadCounters): () => WindowResult {
  const { deliveries, results } = counters;
  const started = performance.now();
  const busy = watchCpuUsage();
  const before = readServerUse(pid);
  return () => {
    const seconds = (performance.now() - started) / 1_000;
    const after = readServerUse(pid);
    return {
      deliveries: counters.deliveries - deliveries,
      results: counters.results - results,
      seconds,
      ...(before && after && { serverUse: subtractUse(before, after) }),
      busy: busy(),
    };
  };
}

/** Undefined if the system has no process statistics. */
function readServerUse(pid: number): ServerUse | undefined {
  return getProcUnavailableReason() === undefined
    ? { cpuMs: readCpuMs(pid), writes: countWriteCalls(pid) }
    : undefined;
}

function subtractUse(before: ServerUse, after: ServerUse): ServerUse {
  return { cpuMs: after.cpuMs - before.cpuMs, writes: after.writes - before.writes };
}
