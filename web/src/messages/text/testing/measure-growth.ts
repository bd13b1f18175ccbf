/** The types of Node are not those of the page. */
declare const process: { cpuUsage: (before?: CpuUsage) => CpuUsage };
interface CpuUsage {
  user: number;
  system: number;
}

const LENGTHS = { short: 2_500, long: 40_000 };
const MIN_CPU_US = 20_000;
const RUNS = 2;

/**
 * Compares the processor time of two lengths of a text. The longer one takes 16 times as long if the work is linear, and 256 times if it
 * is quadratic.
 */
export function measureGrowth(unit: string, run: (text: string) => unknown): 'linear' | number {
  const measure = (length: number) => {
    const text = unit.repeat(Math.ceil(length / unit.length));
    return Math.min(...Array.from({ length: RUNS }, () => measureCpu(() => run(text))));
  };
  const short = measure(LENGTHS.short);
  const long = measure(LENGTHS.long);
  const growth = long / Math.max(1, short);
  return growth < 80 || long < MIN_CPU_US ? 'linear' : growth;
}

function measureCpu(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
