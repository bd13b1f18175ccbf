import { execFileSync, spawnSync } from 'node:child_process';

/** Why a process cannot be limited here; undefined where it can. */
export function sizeLimitProblem(): string | undefined {
  return spawnSync('prlimit', ['--version']).error && 'prlimit is not installed';
}

/** A limit to the sizes of a process's files: to its writes it is what a full disk is, and needs no right of any kind. */
export class SizeLimit {
  readonly #pid: number;

  constructor(pid: number) {
    this.#pid = pid;
  }

  /** Leaves no room at all. */
  fill(): void {
    this.#set('1');
  }

  free(): void {
    this.#set('unlimited');
  }

  // The soft limit alone, which may be taken back.
  #set(bytes: string): void {
    execFileSync('prlimit', ['--pid', String(this.#pid), `--fsize=${bytes}:`]);
  }
}
