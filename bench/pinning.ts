import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** Server and load have a core each, so that neither takes time from the other. */
export const SERVER_CORE = 0;
export const LOAD_CORE = 1;

// Checked before this process is pinned to one core itself.
const isPossible = availableParallelism() > 1 && spawnSync('taskset', ['-c', '0,1', 'true']).status === 0;

export function canPin(): boolean {
  return isPossible;
}

/** Pins this process to one core, if possible. The returned function unpins it. */
export function pinSelf(core: number): () => void {
  const move = (cores: string) => {
    if (isPossible) spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', cores, String(process.pid)]);
  };
  move(String(core));
  return () => move(`${SERVER_CORE},${LOAD_CORE}`);
}

/** The start of a command line that pins a program to one core, in the same process; empty if impossible. */
export function createPinPrefix(core: number): string[] {
  return canPin() ? ['taskset', '-c', String(core)] : [];
}
