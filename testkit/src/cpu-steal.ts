import { readFileSync } from 'node:fs';

const STEAL_FIELD = 7;
const FIELD_COUNT = 8;

/**
 * Begins to watch how much of the processors' time the machine below takes for others ("steal" in proc_stat(5)). Answers with
 * what ends that: the share from 0 to 1, undefined where it cannot be seen.
 */
export function watchCpuSteal(): () => number | undefined {
  const before = readCpuTimes();
  return () => {
    const after = readCpuTimes();
    if (!before || !after) return undefined;
    const passed = after.map((time, index) => time - (before[index] ?? 0));
    const all = passed.reduce((total, time) => total + time, 0);
    return all > 0 ? (passed[STEAL_FIELD] ?? 0) / all : 0;
  };
}

/** Ticks of all processors since the start, by what they were for. */
function readCpuTimes(): number[] | undefined {
  try {
    const [, ...fields] = readFileSync('/proc/stat', 'utf8').split('\n')[0]?.split(/\s+/) ?? [];
    return fields.slice(0, FIELD_COUNT).map(Number);
  } catch {
    return undefined;
  }
}
