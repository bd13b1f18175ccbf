import { createHash, randomBytes } from 'node:crypto';

const CODE_BYTES = 32;

/** For links and tokens: 256 random bits, as 43 characters that a URL may contain. */
export function createSecretCode(): string {
  return randomBytes(CODE_BYTES).toString('base64url');
}

/**
 * Only the hash is stored, so a copy of the database contains no code that works. A fast hash suffices, because nobody can try
 * 2^256 codes. Slow hashes protect passwords, which people choose from far fewer.
 */
export function hashSecretCode(code: string): string {
  return createHash('sha256').update(code).digest('base64url');
}
