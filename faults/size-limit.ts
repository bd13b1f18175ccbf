import { execFileSync, spawnSync } from 'node:child_process';

/** The reason why file sizes cannot be limited here; undefined if they can. */
export function sizeLimitProblem(): string | undefined {
  return spawnSync('prlimit', ['--version']).error && 'prlimit is not installed';
}

/** Limits the file sizes of a process: its writes fail as on a full disk. Needs no privileges. */
export class SizeLimit {
  readonly #pid: number;

  constructor(pid: number) {
    this.#pid = pid;
  }

  fill(): void {
    this.#set('1');
  }

  free(): void {
    this.#set('unlimited');
  }

  // Only the soft limit, which can be raised again.
  #set(bytes: string): void {
    execFileSync('prlimit', ['--pid', String(this.#pid), `--fsize=${bytes}:`]);
  }
}
