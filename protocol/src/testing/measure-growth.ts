/** The types of Node are not those of the page. */
declare const process: { cpuUsage: (before?: CpuUsage) => CpuUsage };
interface CpuUsage {
  user: number;
  system: number;
}

const SHORT_LENGTH = 2_500;
const FACTOR = 16;
const MIN_CPU_US = 20_000;
const RUNS = 3;
const MAX_GROWTH = 5;

/**
 * Compares the processor time of a long text with that of as much in short texts, because the system counts it in steps of milliseconds. It
 * is about the same if the work is linear, and 16 times as much if it is quadratic.
 */
export function measureGrowth(unit: string, run: (text: string) => unknown): 'linear' | number {
  const create = (length: number) => unit.repeat(Math.ceil(length / unit.length));
  const [short, long] = [create(SHORT_LENGTH), create(SHORT_LENGTH * FACTOR)];
  const longCpu = measureCpu(() => run(long));
  const shortCpu = measureCpu(() => {
    for (let count = 0; count < FACTOR; count++) run(short);
  });
  const growth = longCpu / Math.max(1_000, shortCpu);
  return growth < MAX_GROWTH || longCpu < MIN_CPU_US ? 'linear' : growth;
}

/** The fastest of some runs, in µs. */
function measureCpu(run: () => void): number {
  const times = Array.from({ length: RUNS }, () => {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    return user + system;
  });
  return Math.min(...times);
}
