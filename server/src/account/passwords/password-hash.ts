import { hashPassword, verifyPassword } from 'better-auth/crypto';

export interface PasswordHash {
  hash: (password: string) => Promise<string>;
  verify: (tried: { hash: string; password: string }) => Promise<boolean>;
}

/** The scrypt of the accounts library, which takes about 50 ms. */
export const libraryPasswordHash: PasswordHash = { hash: hashPassword, verify: verifyPassword };
