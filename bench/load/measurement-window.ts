import {
  countWriteCalls,
  getProcUnavailableReason,
  readCpuMs,
  readFamilyCpuMs,
} from '@snug/testkit/process-stats.ts';
import { watchCpuUsage } from './cpu-usage.ts';
import type { LoadCounters } from './load-counters.ts';
import type { LoadPlan, LoadReport, ServerUse } from './plan.ts';

type Processes = Pick<LoadPlan, 'pids' | 'databasePid'>;
type WindowResult = Pick<LoadReport, 'deliveries' | 'results' | 'seconds' | 'serverUse' | 'busy'>;

export function openMeasurementWindow(processes: Processes, counters: LoadCounters): () => WindowResult {
  const { deliveries, results } = counters;
  const started = performance.now();
  const busy = watchCpuUsage();
  const before = readServerUse(processes);
  return () => {
    const seconds = (performance.now() - started) / 1_000;
    const after = readServerUse(processes);
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
function readServerUse({ pids, databasePid }: Processes): ServerUse | undefined {
  if (getProcUnavailableReason() !== undefined) return undefined;
  return {
    cpuMs: getSum(pids.map(readCpuMs)),
    writes: getSum(pids.map(countWriteCalls)),
    databaseCpuMs: databasePid === undefined ? 0 : readFamilyCpuMs(databasePid),
  };
}

function subtractUse(before: ServerUse, after: ServerUse): ServerUse {
  return {
    cpuMs: after.cpuMs - before.cpuMs,
    writes: after.writes - before.writes,
    databaseCpuMs: after.databaseCpuMs - before.databaseCpuMs,
  };
}

function getSum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
