import { accessSync, constants, lstatSync, readdirSync, type Stats, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { StartError } from './start-error.ts';

/** Entries without which Snug cannot run. */
const NEEDED = /^(?:snug\.(?:db|lock)|uploads$|files$|assets$|cache$|snapshots$|restor)/;

const FOLDERS = /^(?:uploads|files|assets|cache|snapshots)$/;
const FILES = /^(?:snug\.(?:db|lock)|secret)$/;

export interface FileAccess {
  /** Whether this process may read and change it. */
  isUsable: (path: string, status: Stats) => boolean;
  /** The user of this process. */
  user: { uid: number; gid: number; username: string };
}

/** Throws a `StartError` that names the first entry of Snug in the folder that this process cannot use, such as after a start by root. */
export function assertUsable(folder: string, access: FileAccess = createAccess()): void {
  const check = (path: string) => {
    const status = lstatSync(path, { throwIfNoEntry: false });
    if (status && !status.isSymbolicLink() && !access.isUsable(path, status))
      throw new StartError(describe(folder, path, status, access.user));
  };
  // First, because its entries may be unreadable.
  check(folder);
  const names = readdirSync(folder).toSorted();
  for (const name of names.filter(name => NEEDED.test(name))) check(join(folder, name));
  for (const name of names) assertKind(join(folder, name), name);
}

/** An engine of containers creates a folder where the source of a mount is missing. */
function assertKind(path: string, name: string): void {
  const status = statSync(path, { throwIfNoEntry: false });
  if (status && FOLDERS.test(name) && !status.isDirectory())
    throw new StartError(`${path} must be a folder, and is a file. Move it to another place.`);
  if (status && FILES.test(name) && !status.isFile())
    throw new StartError(`${path} must be a file, and is a folder. Move it to another place.`);
}

function createAccess(): FileAccess {
  return { isUsable, user: readUser() };
}

/** The user of a container often has a number and no name, which the system reports as an error. */
export function readUser(read: () => FileAccess['user'] = userInfo): FileAccess['user'] {
  try {
    return read();
  } catch {
    return { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0, username: 'a user without a name' };
  }
}

function isUsable(path: string, status: Stats): boolean {
  try {
    accessSync(
      path,
      constants.R_OK | constants.W_OK | (status.isDirectory() ? constants.X_OK : constants.F_OK),
    );
    return true;
  } catch {
    return false;
  }
}

function describe(folder: string, path: string, { uid, mode }: Stats, user: FileAccess['user']): string {
  const who = `${user.username} (${user.uid})`;
  if (uid === user.uid)
    return `${path} belongs to ${who}, which runs Snug, but cannot be read and written (mode ${(mode & 0o777).toString(8)}). Run: chmod -R u+rwX '${folder}'`;
  return `${path} belongs to user ${uid}, and Snug runs as ${who}, which cannot read and write it. Run Snug as its owner, or once: sudo chown -R ${user.uid}:${user.gid} '${folder}'`;
}
