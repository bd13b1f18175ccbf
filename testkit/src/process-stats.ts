import { existsSync, readFileSync } from 'node:fs';

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

const TICKS_PER_S = 100;

export function readCpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) / TICKS_PER_S) * 1_000;
}

export function countWriteCalls(pid: number): number {
  return Number(/^syscw: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]);
}
