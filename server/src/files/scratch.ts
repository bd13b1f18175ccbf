import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** More than any upload takes: a folder in which nothing came or went for so long belongs to no upload. In ms. */
const IDLE_MS = 60 * 60_000;

/**
 * A folder for the uploads under way of this process, in `parent`. Removes what other processes left there: everything if this
 * one is `alone`, else what no upload can need any more.
 */
export function openScratchFolder(parent: string, { alone, now }: { alone: boolean; now: number }): string {
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  for (const entry of readdirSync(parent, { withFileTypes: true })) {
    const path = join(parent, entry.name);
    if (alone || !entry.isDirectory()) rmSync(path, { recursive: true, force: true });
    // A process that runs may need its folder again.
    else if (isIdle(path, now)) emptyFolder(path);
  }
  return mkdtempSync(join(parent, 'process-'));
}

function emptyFolder(folder: string): void {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
}

function isIdle(path: string, now: number): boolean {
  const changedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return changedAt < now - IDLE_MS;
}
