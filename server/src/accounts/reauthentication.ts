import { CommandError } from '@snug/protocol';
import type { Db } from '../db/schema.ts';
import { findEmail } from './emails/email-store.ts';
import { findPasswordHash } from './passwords/password-store.ts';
import type { PasswordOwner, PasswordVerifier } from './passwords/password-verifier.ts';
import type { Session } from './session-authenticator.ts';
import { isFresh } from './session-expiry.ts';
import { findSignInTime } from './session-store.ts';

export interface ReauthenticationOptions {
  read: Db;
  now: () => number;
  passwords: PasswordVerifier;
}

/** The proof that each change of someone's ways to sign in needs: a session alone could be stolen. */
export class Reauthentication {
  readonly #options: ReauthenticationOptions;

  constructor(options: ReauthenticationOptions) {
    this.#options = options;
  }

  /**
   * Needs the password of the person, or a fresh session if they have none. Returns its hash, or null. Rejects with `forbidden`
   * for another password, and with `unauthenticated` if the session is not fresh.
   */
  async confirm(
    { id, me }: Session,
    address: string,
    password: string | undefined,
  ): Promise<{ owner: PasswordOwner; hash: string | null }> {
    const { read, passwords } = this.#options;
    const hash = await findPasswordHash(read, me.uid);
    const owner = { email: (await findEmail(read, me.uid)) ?? '', address };
    if (hash !== null) await passwords.verify(owner, hash, password ?? '');
    else if (!(await this.#isFresh(id))) throw new CommandError('unauthenticated', 'Sign in again first');
    return { owner, hash };
  }

  async #isFresh(sessionId: string): Promise<boolean> {
    const { read, now } = this.#options;
    const signedInAt = await findSignInTime(read, sessionId);
    return signedInAt !== undefined && isFresh(signedInAt, now());
  }
}
