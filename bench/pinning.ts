import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** Each has a core to itself, so that neither takes time from the other. */
export const SERVER_CORE = 0;
export const LOAD_CORE = 1;

/** Whether a process can be held on one core here. */
export function canPin(): boolean {
  return availableParallelism() > 1 && spawnSync('taskset', ['-c', '0,1', 'true']).status === 0;
}

/** What runs a program on one core, and becomes the same process; nothing where that cannot be. */
export function onCore(core: number): string[] {
  return canPin() ? ['taskset', '-c', String(core)] : [];
}
