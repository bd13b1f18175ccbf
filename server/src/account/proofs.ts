import type { Db } from '../db/schema.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import { libraryPasswordHash, type PasswordHash } from './passwords/password-hash.ts';
import { PasswordHashQueue } from './passwords/password-hash-queue.ts';
import { PasswordVerifier } from './passwords/password-verifier.ts';
import { Reauthentication } from './reauthentication.ts';

export interface ProofsOptions {
  store: { read: Db; now: () => number };
  passwordHash?: PasswordHash | undefined;
}

/** What proves who a signed-in person is. */
export interface Proofs {
  hashes: PasswordHashQueue;
  passwords: PasswordVerifier;
  reauthentication: Reauthentication;
}

export function createProofs(
  { store: { read, now }, passwordHash = libraryPasswordHash }: ProofsOptions,
  limits: RateLimits,
): Proofs {
  const hashes = new PasswordHashQueue(limits.isEnabled);
  const passwords = new PasswordVerifier({ passwordHash, limits, hashes });
  return { hashes, passwords, reauthentication: new Reauthentication({ read, now, passwords }) };
}
