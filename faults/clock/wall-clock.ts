import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProcessOptions } from '@snug/testkit/server-process.ts';

const SHIFTED = join(import.meta.dirname, 'shifted.ts');

export class WallClock {
  readonly #folder = mkdtempSync(join(tmpdir(), 'snug-clock-'));

  constructor() {
    this.shift(0);
  }

  /** The options of a server that uses this clock. */
  get options(): ProcessOptions {
    return { settings: { NODE_OPTIONS: `--import=${SHIFTED}`, SNUG_CLOCK: join(this.#folder, 'shift') } };
  }

  /** From the true time. */
  shift(ms: number): void {
    const path = join(this.#folder, 'shift');
    // The rename prevents a read of a half-written file.
    writeFileSync(`${path}.new`, String(ms));
    renameSync(`${path}.new`, path);
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true });
  }
}
