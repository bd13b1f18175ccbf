import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';

const LOW_PRIORITY = 10;

/** Of this thread, on Linux. Others have no priorities of threads. */
export function lowerPriority(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), LOW_PRIORITY);
  } catch {
    // It only takes turns with the others.
  }
}
