import { createHash, randomBytes } from 'node:crypto';

const CODE_BYTES = 32;

/** The secret part of a setup link. */
export function createSetupCode(): string {
  return randomBytes(CODE_BYTES).toString('base64url');
}

/** Only the hash is stored: who reads the database or a backup cannot use the link. */
export function hashSetupCode(code: string): string {
  return createHash('sha256').update(code).digest('base64url');
}
