import type { IncomingHttpHeaders } from 'node:http';
import type { Db } from '../db/schema.ts';
import { readBearer } from '../programs/tokens/bearer.ts';
import { findUsable } from '../programs/tokens/token-store.ts';
import type { Session, SessionAuthenticator } from './session-authenticator.ts';
import { findActive } from './session-store.ts';
import type { TokenAuthenticator } from './token-authenticator.ts';

export interface RequestAuthenticatorOptions {
  sessions: Pick<SessionAuthenticator, 'find'>;
  tokens: Pick<TokenAuthenticator, 'find'>;
}

/** Finds the caller of a request: by its access token, or else by its cookie. */
export class RequestAuthenticator {
  readonly #options: RequestAuthenticatorOptions;

  constructor(options: RequestAuthenticatorOptions) {
    this.#options = options;
  }

  /** A wrong token is not replaced by a cookie: a page of another site cannot send the header, but can send the cookie. */
  find(headers: IncomingHttpHeaders): Promise<Session | undefined> {
    const { sessions, tokens } = this.#options;
    const bearer = readBearer(headers);
    return bearer === undefined ? sessions.find(headers) : tokens.find(bearer);
  }
}

/** The ids of active sessions and of usable access tokens. */
export async function findActiveCredentials(
  db: Db,
  ids: readonly string[],
  now: number,
): Promise<ReadonlySet<string>> {
  const sessions = await findActive(db, ids, now);
  const others = ids.filter(id => !sessions.has(id));
  return others.length === 0 ? sessions : new Set([...sessions, ...(await findUsable(db, others, now))]);
}
