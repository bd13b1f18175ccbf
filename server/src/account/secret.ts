import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { getErrorCode, StartError } from '../base/start-error.ts';
import { syncFolder } from '../base/sync-folder.ts';

/** Signs session cookies: 256 random bits, created at the first start, readable by the owner of the file only. Throws a `StartError`. */
export function readOrCreateSecret(dataFolder: string): string {
  const path = join(dataFolder, 'secret');
  if (!existsSync(path)) createSecret(path);
  const secret = readFileSync(path, 'utf8').trim();
  if (secret === '')
    throw new StartError(
      `${path} is empty. Copy it from a backup, or delete it: then everyone signs in again, and sets up two-step verification again.`,
    );
  return secret;
}

/** A full disk or a power failure leaves no empty file. */
function createSecret(path: string): void {
  const partial = `${path}.partial`;
  try {
    writeFileSync(partial, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true });
    renameSync(partial, path);
    syncFolder(dirname(path));
  } catch (error) {
    throw new StartError(
      `${path} cannot be written (${getErrorCode(error)}). Check the disk and its free space.`,
    );
  }
}

/** Undefined before the first start. Throws if this user may not read it. */
export function readSecret(dataFolder: string): string | undefined {
  const path = join(dataFolder, 'secret');
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined;
}
