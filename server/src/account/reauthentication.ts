import { CommandError, NEEDS_PASSWORD } from '@snug/protocol';
import type { Db } from '../db/schema.ts';
import { findEmail } from './emails/email-store.ts';
import { findPasswordHash } from './passwords/password-store.ts';
import type { PasswordOwner, PasswordVerifier } from './passwords/password-verifier.ts';
import { isFresh } from './session-expiry.ts';
import { findSignInTime } from './session-store.ts';

export interface ReauthenticationOptions {
  read: Db;
  now: () => number;
  passwords: PasswordVerifier;
}

/** A session and its person. */
interface Confirmer {
  id: string;
  me: { uid: string };
}

/** The proof that each change of someone's ways to sign in needs: a session alone could be stolen. */
export class Reauthentication {
  readonly #options: ReauthenticationOptions;

  constructor(options: ReauthenticationOptions) {
    this.#options = options;
  }

  /**
   * Needs the password of the person, or a fresh session if they have none. Returns its hash, or null. Rejects with `forbidden`
   * without the password and for another one, and with `unauthenticated` if the session is not fresh.
   */
  async confirm(
    { id, me }: Confirmer,
    address: string,
    password: string | undefined,
  ): Promise<{ owner: PasswordOwner; hash: string | null }> {
    const { read, passwords } = this.#options;
    const hash = await findPasswordHash(read, me.uid);
    const owner = { email: (await findEmail(read, me.uid)) ?? '', address };
    if (hash === null) {
      if (!(await this.#isFresh(id))) throw new CommandError('unauthenticated', 'Sign in again first');
    } else {
      // Of a client that does not know yet that this needs it: no guess.
      if (password === undefined) throw new CommandError('forbidden', NEEDS_PASSWORD);
      await passwords.verify(owner, hash, password);
    }
    return { owner, hash };
  }

  async #isFresh(sessionId: string): Promise<boolean> {
    const { read, now } = this.#options;
    const signedInAt = await findSignInTime(read, sessionId);
    return signedInAt !== undefined && isFresh(signedInAt, now());
  }
}
