import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** Each has a core to itself, so that neither takes time from the other. */
export const SERVER_CORE = 0;
export const LOAD_CORE = 1;

// Asked once: on one core itself, this process would see no other.
const isPossible = availableParallelism() > 1 && spawnSync('taskset', ['-c', '0,1', 'true']).status === 0;

/** Whether a process can be held on one core here. */
export function canPin(): boolean {
  return isPossible;
}

/** Holds this process on one core, where that can be, until the returned function is called. */
export function pinSelf(core: number): () => void {
  const move = (cores: string) => {
    if (isPossible) spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', cores, String(process.pid)]);
  };
  move(String(core));
  return () => move(`${SERVER_CORE},${LOAD_CORE}`);
}

/** What runs a program on one core, and becomes the same process; nothing where that cannot be. */
export function createPinPrefix(core: number): string[] {
  return canPin() ? ['taskset', '-c', String(core)] : [];
}
