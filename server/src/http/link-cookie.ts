import type { FastifyReply, FastifyRequest } from 'fastify';
import { getCookiePrefix, serializeCookie } from '../account/cookies.ts';
import { readCookieValue } from '../account/session-cookie.ts';

/** Enough for a sign-up by way of a provider. */
const MAX_AGE_S = 60 * 60;

/** Other texts could change the cookie's attributes. */
const CODE = /^[\w-]{1,100}$/;
/** Stands for such a text, and is no code either. */
const NO_CODE = '-';

/** The code of a link that a browser opened before its person signed in. */
export class LinkCookie {
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  /** `code`: any text. An invalid one is stored like a valid one, so that the responses are the same. */
  set(reply: FastifyReply, origin: string, code: string): void {
    reply.header('set-cookie', this.#serialize(origin, CODE.test(code) ? code : NO_CODE, MAX_AGE_S));
  }

  remove(reply: FastifyReply, origin: string): void {
    reply.header('set-cookie', this.#serialize(origin, '', 0));
  }

  /** Empty without the cookie. */
  read({ headers }: FastifyRequest, origin: string): string {
    return readCookieValue(headers.cookie ?? '', this.#getFullName(origin));
  }

  #serialize(origin: string, value: string, maxAgeS: number): string {
    return serializeCookie(origin, this.#getFullName(origin), value, maxAgeS);
  }

  #getFullName(origin: string): string {
    return `${getCookiePrefix(origin)}.${this.#name}`;
  }
}
