import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Waits until the names in a folder are on disk: a renamed file is where it was until then, if the power goes. */
export function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
