import type { IncomingHttpHeaders } from 'node:http';
import type { Person } from '@snug/protocol';
import { fromNodeHeaders } from 'better-auth/node';
import type { Db } from '../db/schema.ts';
import { findPerson } from '../profiles/person.ts';
import type { Auth } from './auth.ts';

export interface Session {
  id: string;
  me: Person;
}

/** Tells who is behind a request. */
export class Sessions {
  readonly #auth: Auth;
  readonly #read: Db;

  constructor(auth: Auth, read: Db) {
    this.#auth = auth;
    this.#read = read;
  }

  /** The session that the request's cookie stands for; undefined where it is absent, forged, over or signed out. */
  async find(headers: IncomingHttpHeaders): Promise<Session | undefined> {
    if (!headers.cookie) return undefined;
    const found = await this.#get(fromNodeHeaders(headers));
    const me = found && (await findPerson(this.#read, found.user.id));
    return me ? { id: found.session.id, me } : undefined;
  }

  #get(headers: Headers) {
    const { getSession } = this.#auth.api;
    // Once a day the library prolongs a session. Where nothing can be stored, it is valid all the same.
    return getSession({ headers }).catch(() => getSession({ headers, query: { disableRefresh: true } }));
  }
}
