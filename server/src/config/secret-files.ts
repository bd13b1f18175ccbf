import { closeSync, openSync, readSync } from 'node:fs';
import { getErrorCode, StartError } from '../base/start-error.ts';

/** Settings that are a secret, an address that may contain a password, or several lines. Errors do not contain their values. */
const SECRET = /_(?:SECRET|TOKEN|SECRET_ACCESS_KEY|SMTP_URL)$|^DATABASE_URL$|^S3_URL$|^NATS_[A-Z]+$/;

const MAX_BYTES = 65_536;

export function isSecret(name: string): boolean {
  return SECRET.test(name);
}

/**
 * Adds the secrets whose files are named by `<NAME>_FILE`: a file is readable by one user, and the environment also by each child of a
 * process. Throws a `StartError` that names the setting.
 */
export function readSecretFiles(
  env: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): Record<string, string | undefined> {
  const secrets = names.filter(isSecret).flatMap(name => {
    const path = env[`${name}_FILE`];
    if (!path) return [];
    if (env[name] !== undefined) throw new StartError(`Set ${name} or ${name}_FILE, not both.`);
    return [[name, readSecret(`${name}_FILE`, path)]] as const;
  });
  return { ...env, ...Object.fromEntries(secrets) };
}

function readSecret(setting: string, path: string): string {
  const text = readStart(setting, path);
  const secret = removeLastLineEnds(text.toString('utf8'));
  if (text.length > MAX_BYTES) throw new StartError(`${setting}: ${path} is larger than ${MAX_BYTES} bytes.`);
  if (secret === '') throw new StartError(`${setting}: ${path} is empty.`);
  return secret;
}

/** Editors and `echo` end a file with one. */
function removeLastLineEnds(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\n' || text[end - 1] === '\r') end--;
  return text.slice(0, end);
}

/** The whole file, or more than the largest one. A pipe has no size. */
function readStart(setting: string, path: string): Buffer {
  const buffer = Buffer.alloc(MAX_BYTES + 1);
  try {
    const file = openSync(path, 'r');
    try {
      let length = 0;
      for (let read = -1; read !== 0 && length < buffer.length; length += read)
        read = readSync(file, buffer, length, buffer.length - length, null);
      return buffer.subarray(0, length);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw new StartError(`${setting}: ${path} cannot be read (${getErrorCode(error)}).`);
  }
}
