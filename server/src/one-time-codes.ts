import { createHash, randomBytes } from 'node:crypto';

const CODE_BYTES = 32;

/** The secret part of a link that works once. */
export function createOneTimeCode(): string {
  return randomBytes(CODE_BYTES).toString('base64url');
}

/** Only the hash is stored: who reads the database or a backup cannot use the link. */
export function hashOneTimeCode(code: string): string {
  return createHash('sha256').update(code).digest('base64url');
}
