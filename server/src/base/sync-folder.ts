import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Syncs the entries of a folder to disk. Until then, a power failure can undo a rename. */
export function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
