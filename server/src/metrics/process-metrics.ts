import { readdirSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Metrics } from './metrics.ts';

const NS_PER_S = 1e9;
const US_PER_S = 1e6;
const RESOLUTION_MS = 20;

/** The event loop, memory, processor time and open files of this process. */
export function addProcessMetrics(metrics: Metrics): void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  const read = (get: (delay: ReturnType<typeof monitorEventLoopDelay>) => number) => () =>
    Math.max(0, get(delay) / NS_PER_S);
  const help = 'Delay of the event loop since the last scrape.';
  metrics.addGauge(
    'snug_event_loop_delay_p50_seconds',
    help,
    read(delay => delay.percentile(50)),
  );
  metrics.addGauge(
    'snug_event_loop_delay_p99_seconds',
    help,
    read(delay => delay.percentile(99)),
  );
  metrics.addGauge('snug_event_loop_delay_max_seconds', help, () => {
    const seconds = delay.max / NS_PER_S;
    // The last of the three: gauges are read in their order.
    delay.reset();
    return seconds;
  });
  metrics.addGauge('process_resident_memory_bytes', 'Resident memory.', () => process.memoryUsage.rss());
  metrics.addGauge('nodejs_heap_used_bytes', 'Used heap.', () => process.memoryUsage().heapUsed);
  metrics.addGauge('process_open_fds', 'Open files and sockets; only on Linux.', countOpenFiles);
  metrics.addTotal('process_cpu_seconds_total', 'Processor time of all threads.', () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / US_PER_S;
  });
}

function countOpenFiles(): number | undefined {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    return undefined;
  }
}
