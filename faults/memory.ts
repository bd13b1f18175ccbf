import { existsSync, readFileSync } from 'node:fs';

/** Why the memory of a process cannot be read here; undefined where it can. */
export function memoryProblem(): string | undefined {
  return existsSync('/proc/self/status') ? undefined : 'there is no /proc';
}

/** What a process holds in memory, in bytes: now, and the most so far. */
export function memoryOf(pid: number): { now: number; most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const bytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024;
  return { now: bytes('VmRSS'), most: bytes('VmHWM') };
}
