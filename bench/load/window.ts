import { cpuOf, processProblem } from '../../server/src/testing/process.ts';
import type { LoadReport } from './plan.ts';
import type { Tally } from './tally.ts';

type Windowed = Pick<LoadReport, 'deliveries' | 'answers' | 'seconds' | 'serverCpuMs' | 'busy'>;

/** Begins to measure: what came, and what it cost both sides, until the returned function is called. */
export function openWindow(pid: number, tally: Tally): () => Windowed {
  const hasCpu = processProblem() === undefined;
  const { deliveries, answers } = tally;
  const started = performance.now();
  const own = process.cpuUsage();
  const server = hasCpu ? cpuOf(pid) : 0;
  return () => {
    const seconds = (performance.now() - started) / 1_000;
    const { user, system } = process.cpuUsage(own);
    return {
      deliveries: tally.deliveries - deliveries,
      answers: tally.answers - answers,
      seconds,
      ...(hasCpu && { serverCpuMs: cpuOf(pid) - server }),
      busy: (user + system) / 1e6 / seconds,
    };
  };
}
