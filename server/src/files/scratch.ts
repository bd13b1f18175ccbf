import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A running upload writes more often, because the server ends one that makes no progress. */
const IDLE_MS = 60 * 60_000;

/**
 * A folder for uploads in progress of this process. Removes the folders of other processes: all if this process is `alone`,
 * otherwise those that no upload can still use.
 */
export function openScratchFolder(parent: string, { alone, now }: { alone: boolean; now: number }): string {
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  for (const entry of readdirSync(parent, { withFileTypes: true })) {
    const path = join(parent, entry.name);
    if (alone || !entry.isDirectory()) rmSync(path, { recursive: true, force: true });
    // A suspended process may resume and need its folder.
    else if (isIdle(path, now)) emptyFolder(path);
  }
  return mkdtempSync(join(parent, 'process-'));
}

function emptyFolder(folder: string): void {
  for (const path of listPaths(folder)) rmSync(path, { recursive: true, force: true });
}

function isIdle(folder: string, now: number): boolean {
  const paths = [folder, ...listPaths(folder)];
  return paths.every(path => (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) < now - IDLE_MS);
}

function listPaths(folder: string): string[] {
  return readdirSync(folder).map(name => join(folder, name));
}
