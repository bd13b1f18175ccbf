import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Why there are no process statistics here; undefined if there are. */
export function getProcUnavailableReason(): string | undefined {
  return existsSync('/proc/self/status') ? undefined : 'there is no /proc';
}

/** In bytes: now, and the maximum so far. */
export function readMemory(pid: number): { now: number; most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const bytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024;
  return { now: bytes('VmRSS'), most: bytes('VmHWM') };
}

/** Runs work, and returns by how many bytes it raised the peak of the memory of the process. */
export async function measurePeak(pid: number, work: () => Promise<unknown>): Promise<number> {
  const { most } = readMemory(pid);
  await work();
  return readMemory(pid).most - most;
}

const TICKS_PER_S = 100;

export function readCpuMs(pid: number): number {
  return toMs(readStat(pid).slice(11, 13));
}

/**
 * The CPU time so far of all threads of a process, in ms with fractions: `readCpuMs` counts in steps of 10. Undefined on systems that do
 * not report it.
 */
export function readExactCpuMs(pid: number): number | undefined {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const times = threads.map(thread => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8'));
    return times.reduce((total, time) => total + Number(time.split(' ')[0]), 0) / 1_000_000;
  } catch {
    return undefined;
  }
}

/** The CPU time so far of a process and its children, also of those that have ended, in ms. */
export function readFamilyCpuMs(pid: number): number {
  const others = readdirSync('/proc').filter(name => /^\d+$/.test(name));
  const children = others
    .map(other => readStatIfAlive(Number(other)))
    .filter(stat => stat[1] === String(pid));
  return toMs(readStat(pid).slice(11, 15)) + toMs(children.flatMap(stat => stat.slice(11, 13)));
}

/** The fields of a process after its name. */
function readStat(pid: number): string[] {
  return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
}

function readStatIfAlive(pid: number): string[] {
  try {
    return readStat(pid);
  } catch {
    return [];
  }
}

function toMs(ticks: readonly string[]): number {
  return (ticks.map(Number).reduce((total, value) => total + value, 0) / TICKS_PER_S) * 1_000;
}

export function countWriteCalls(pid: number): number {
  return Number(/^syscw: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]);
}
