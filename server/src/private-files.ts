import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const OTHERS = 0o077;
const OWN = /^(snug\.|secret$|uploads$|files$|snapshots$|restor|before-restore-)/;

/** From here on, other users of the machine cannot read what this process writes. */
export function writePrivately(): void {
  process.umask(OTHERS);
}

/**
 * Closes to other users what an earlier start or another program left in the data folder. Nobody gets at what is inside
 * a closed folder, so this looks at no more than its first level. It leaves what belongs to somebody else.
 */
export function closeToOthers(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!OWN.test(name)) continue;
    const path = join(folder, name);
    const status = lstatSync(path, { throwIfNoEntry: false });
    if (!status || status.isSymbolicLink() || status.uid !== process.getuid?.()) continue;
    if (status.mode & OTHERS) chmodSync(path, status.mode & 0o777 & ~OTHERS);
  }
}
