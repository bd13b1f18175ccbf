import type { IncomingHttpHeaders } from 'node:http';
import type { Person } from '@snug/protocol';
import { fromNodeHeaders } from 'better-auth/node';
import type { TokenScope } from '../db/mutation.ts';
import type { Db } from '../db/schema.ts';
import { readBearer } from '../programs/tokens/bearer.ts';
import type { AccountWriter } from './account-mutations.ts';
import type { Auth } from './auth.ts';
import { readSessionToken } from './session-cookie.ts';
import { shouldTouch } from './session-expiry.ts';
import { findByToken } from './session-store.ts';

export interface Session {
  id: string;
  me: Person;
  /** Of an access token, which takes the place of a session. */
  scope?: TokenScope;
  /** The end of the access of a guest, ms since 1970. */
  guestUntil?: number;
}

export interface SessionAuthenticatorOptions {
  auth: Auth;
  read: Db;
  writer: AccountWriter;
  now: () => number;
  onFailure: (error: unknown) => void;
}

export class SessionAuthenticator {
  readonly #options: SessionAuthenticatorOptions;

  constructor(options: SessionAuthenticatorOptions) {
    this.#options = options;
  }

  /** Undefined if the cookie is absent or forged, or the session expired or signed out, or the request has an access token. */
  async find(headers: IncomingHttpHeaders): Promise<Session | undefined> {
    if (!headers.cookie || readBearer(headers) !== undefined) return undefined;
    const { auth, read, now } = this.#options;
    const { authCookies, secret } = await auth.$context;
    const token = readSessionToken(headers.cookie, authCookies.sessionToken.name, secret);
    const found = token === undefined ? undefined : await findByToken(read, token);
    if (!found) return undefined;
    const { id, me, usedAt, expiresAt, guestUntil } = found;
    if (expiresAt <= now()) return this.#endExpired(headers);
    if (guestUntil !== null && guestUntil <= now()) return undefined;
    if (shouldTouch(usedAt, now())) this.#touch(me, id);
    return { id, me, ...(guestUntil !== null && { guestUntil }) };
  }

  // The library deletes an expired session and calls the same hooks as for any end.
  async #endExpired(headers: IncomingHttpHeaders): Promise<undefined> {
    await this.#options.auth.api.getSession({ headers: fromNodeHeaders(headers) });
  }

  // The request does not wait for this write. If it fails, the next request tries again.
  #touch({ uid, guest }: Person, sessionId: string): void {
    const { writer, onFailure } = this.#options;
    writer.write('touch_session', { uid, guest }, { sessionId }).catch(onFailure);
  }
}
