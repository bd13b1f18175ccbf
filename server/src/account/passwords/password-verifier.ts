import { CommandError, WRONG_PASSWORD } from '@snug/protocol';
import type { RateLimits } from '../../limits/rate-limits.ts';
import type { PasswordHash } from './password-hash.ts';
import type { PasswordHashQueue } from './password-hash-queue.ts';

/** Whose password, and from which network address the request came. */
export interface PasswordOwner {
  email: string;
  address: string;
}

export interface PasswordVerifierOptions {
  passwordHash: PasswordHash;
  limits: RateLimits;
  hashes: PasswordHashQueue;
}

/** Passwords of signed-in people, under the limits of sign-ins: a stolen session gives no more guesses. */
export class PasswordVerifier {
  readonly #options: PasswordVerifierOptions;

  constructor(options: PasswordVerifierOptions) {
    this.#options = options;
  }

  /** Rejects with `forbidden` for another password, and with `rate_limited` after too many of them. */
  async verify({ email, address }: PasswordOwner, hash: string, password: string): Promise<void> {
    const { passwordHash, limits, hashes } = this.#options;
    // Before the result is known: otherwise a hundred parallel guesses would count as one.
    await limits.takeShared('sign_in_failures', email);
    const isRight = await hashes.run(address, email, () => passwordHash.verify({ hash, password }));
    if (!isRight) throw new CommandError('forbidden', WRONG_PASSWORD);
    await limits.resetShared('sign_in_failures', email);
  }

  async hash({ email, address }: PasswordOwner, password: string): Promise<string> {
    const { passwordHash, hashes } = this.#options;
    return hashes.run(address, email, () => passwordHash.hash(password));
  }
}
