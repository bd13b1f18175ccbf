import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { hashSecretCode } from '../../base/secret-code.ts';

export const CHALLENGE_LIFETIME_MS = 5 * 60_000;
/** Pages of one browser share a challenge that counts for at least so long. They request it again every 2 minutes. */
const SHARED_MS = 150_000;

const RANDOM_BYTES = 16;
const TIME_BYTES = 6;
const MAC_BYTES = 32;

export interface SignInChallenge {
  challenge: string;
  expiresAt: number;
}

/**
 * A challenge is the hash of a signed code in a cookie of the browser. So nothing is stored before a sign-in succeeds, and somebody
 * who sees what a browser sends to a passkey cannot use the response in another browser.
 */
export class SignInChallenges {
  readonly #secret: string;
  readonly #now: () => number;

  constructor(secret: string, now: () => number) {
    this.#secret = secret;
    this.#now = now;
  }

  create(): { code: string; challenge: string } {
    const time = Buffer.alloc(TIME_BYTES);
    time.writeUIntBE(this.#now() + CHALLENGE_LIFETIME_MS, 0, TIME_BYTES);
    const signed = Buffer.concat([randomBytes(RANDOM_BYTES), time]);
    const code = Buffer.concat([signed, this.#createMac(signed)]).toString('base64url');
    return { code, challenge: hashSecretCode(code) };
  }

  /** Like `find`, for a code that another page of the browser can use, too. */
  findShared(code: string): SignInChallenge | undefined {
    const challenge = this.find(code);
    return challenge && challenge.expiresAt - this.#now() >= SHARED_MS ? challenge : undefined;
  }

  /** Undefined for a code that is forged or expired. */
  find(code: string): SignInChallenge | undefined {
    const bytes = Buffer.from(code, 'base64url');
    if (bytes.length !== RANDOM_BYTES + TIME_BYTES + MAC_BYTES || bytes.toString('base64url') !== code)
      return undefined;
    const signed = bytes.subarray(0, RANDOM_BYTES + TIME_BYTES);
    if (!timingSafeEqual(bytes.subarray(signed.length), this.#createMac(signed))) return undefined;
    const expiresAt = bytes.readUIntBE(RANDOM_BYTES, TIME_BYTES);
    return expiresAt > this.#now() ? { challenge: hashSecretCode(code), expiresAt } : undefined;
  }

  #createMac(bytes: Buffer): Buffer {
    // The secret has several uses: the prefix keeps their codes apart.
    return createHmac('sha256', this.#secret).update('passkey ').update(bytes).digest();
  }
}
