import type { IncomingHttpHeaders } from 'node:http';
import { readBearer } from '../programs/tokens/bearer.ts';
import type { Session, SessionAuthenticator } from './session-authenticator.ts';
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
