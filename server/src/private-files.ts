import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const OTHERS_MASK = 0o077;
const OWN_ENTRIES = /^(snug\.|secret$|uploads$|files$|snapshots$|restor|before-restore-)/;

/** From here on, other users of the machine cannot read what this process writes. */
export function setPrivateUmask(): void {
  process.umask(OTHERS_MASK);
}

/**
 * Closes to other users what an earlier start or another program left in the data folder. Nobody gets at what is inside
 * a closed folder, so this looks at no more than its first level. It leaves what belongs to somebody else.
 */
export function restrictToOwner(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!OWN_ENTRIES.test(name)) continue;
    const path = join(folder, name);
    const status = lstatSync(path, { throwIfNoEntry: false });
    if (!status || status.isSymbolicLink() || status.uid !== process.getuid?.()) continue;
    if (status.mode & OTHERS_MASK) chmodSync(path, status.mode & 0o777 & ~OTHERS_MASK);
  }
}
