/** The types of Node are not those of the page. */
declare const process: { threadCpuUsage: (before?: CpuUsage) => CpuUsage };
interface CpuUsage {
  user: number;
  system: number;
}

const SHORT_LENGTH = 2_500;
const FACTOR = 16;
const MIN_CPU_US = 20_000;
/** Before a growth counts, because other work of the process disturbs a measurement. */
const RUNS = 8;
const MAX_GROWTH = 5;

/**
 * Compares the processor time of a long text with that of as much in short texts, because the system counts it in steps of milliseconds. It
 * is about the same if the work is linear, and 16 times as much if it is quadratic.
 */
export function measureGrowth(unit: string, run: (text: string) => unknown): 'linear' | number {
  const create = (length: number) => unit.repeat(Math.ceil(length / unit.length));
  const [short, long] = [create(SHORT_LENGTH), create(SHORT_LENGTH * FACTOR)];
  // The results stay as long as that of the long text: the collector moves what stays.
  const runShort = () => Array.from({ length: FACTOR }, () => run(short));
  let [longCpu, shortCpu, growth] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0];
  for (let runs = 0; runs < RUNS; runs++) {
    longCpu = Math.min(
      longCpu,
      measureCpu(() => run(long)),
    );
    if (longCpu < MIN_CPU_US) return 'linear';
    shortCpu = Math.min(shortCpu, measureCpu(runShort));
    growth = longCpu / Math.max(1_000, shortCpu);
    if (growth < MAX_GROWTH / 2) return 'linear';
  }
  return growth < MAX_GROWTH ? 'linear' : growth;
}

/** In µs, without the collector's and compiler's own threads. */
function measureCpu(run: () => unknown): number {
  const before = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(before);
  return user + system;
}
