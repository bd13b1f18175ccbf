import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProcessOptions } from '@snug/testkit/server-process.ts';

const SHIFTED = join(import.meta.dirname, 'shifted.ts');

/** The wall clock of a server that a test puts wrong. */
export class WallClock {
  readonly #folder = mkdtempSync(join(tmpdir(), 'snug-clock-'));

  constructor() {
    this.shift(0);
  }

  /** What makes a server go by this clock. */
  get options(): ProcessOptions {
    return { settings: { NODE_OPTIONS: `--import=${SHIFTED}`, SNUG_CLOCK: join(this.#folder, 'shift') } };
  }

  /** By so many ms, from the true time. */
  shift(ms: number): void {
    const path = join(this.#folder, 'shift');
    // Never seen half written.
    writeFileSync(`${path}.new`, String(ms));
    renameSync(`${path}.new`, path);
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true });
  }
}
