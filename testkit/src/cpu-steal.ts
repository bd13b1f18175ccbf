import { readFileSync } from 'node:fs';

const STEAL_FIELD = 7;
const FIELD_COUNT = 8;

/** The host's share of CPU time so far, 0 to 1 (proc_stat(5)); undefined if the system does not report it. */
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

function readCpuTimes(): number[] | undefined {
  try {
    const [, ...fields] = readFileSync('/proc/stat', 'utf8').split('\n')[0]?.split(/\s+/) ?? [];
    return fields.slice(0, FIELD_COUNT).map(Number);
  } catch {
    return undefined;
  }
}
