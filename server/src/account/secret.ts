import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Signs session cookies: 256 random bits, created at the first start, readable by the owner of the file only. */
export function readOrCreateSecret(dataFolder: string): string {
  const path = join(dataFolder, 'secret');
  if (!existsSync(path)) writeFileSync(path, randomBytes(32).toString('base64url'), { mode: 0o600 });
  return readFileSync(path, 'utf8').trim();
}

/** Undefined before the first start. Throws if this user may not read it. */
export function readSecret(dataFolder: string): string | undefined {
  const path = join(dataFolder, 'secret');
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined;
}
