import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { assertUsable } from './owned-files.ts';
import { getErrorCode, StartError } from './start-error.ts';

const OTHERS_MASK = 0o077;
const OWN_ENTRIES =
  /^(snug\.|search\.db|secret$|uploads$|files$|assets$|snapshots$|import-files$|restor|before-(?:restore|rollback)-)/;

/** Other users of the machine cannot read files that this process writes from now on. */
export function setPrivateUmask(): void {
  process.umask(OTHERS_MASK);
}

/** Throws a `StartError` if the folder or an entry of Snug in it cannot be used, and names the one at fault. */
export function createDataFolder(folder: string): void {
  try {
    createFolder(folder);
    accessSync(folder, constants.W_OK);
  } catch (error) {
    if (existsSync(folder) && getErrorCode(error) === 'EACCES') assertUsable(folder);
    throw new StartError(
      `The data folder ${folder} cannot be written to (${getErrorCode(error)}). Set SNUG_DATA to a folder that Snug may write to.`,
    );
  }
  assertUsable(folder);
}

/** Of a data folder: for uploads that are not complete, and for temporary files, which can be large. Each start cleans it. */
export function createUploadsFolder(data: string): string {
  const folder = join(data, 'uploads');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Node's `recursive` never returns below /proc, where folders exist and new ones are reported as missing. */
function createFolder(folder: string): void {
  const isFolder = () => statSync(folder, { throwIfNoEntry: false })?.isDirectory();
  if (isFolder()) return;
  const parent = dirname(folder);
  if (!existsSync(parent)) createFolder(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another server may create it at the same time.
    if (!isFolder()) throw error;
  }
}

/** For entries of earlier starts and other programs. A closed folder protects its contents. */
export function restrictToOwner(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!OWN_ENTRIES.test(name)) continue;
    const path = join(folder, name);
    const status = lstatSync(path, { throwIfNoEntry: false });
    if (!status || status.isSymbolicLink() || status.uid !== process.getuid?.()) continue;
    if (status.mode & OTHERS_MASK) chmodSync(path, status.mode & 0o777 & ~OTHERS_MASK);
  }
}
