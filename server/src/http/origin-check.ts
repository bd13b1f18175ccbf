import { CommandError } from '@snug/protocol';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';

type OriginRequest = Pick<FastifyRequest, 'headers' | 'host'>;

/** Anyone can invent addresses, and must not fill the log. */
const MAX_LOGGED_ADDRESSES = 20;
const MAX_LOGGED_LENGTH = 300;

/** Refuses requests of pages that are not Snug's. Compares origins exactly, so that no similar origin passes. */
export class OriginCheck {
  readonly #own: ReadonlySet<string>;
  readonly #expected: string;
  readonly #log: Pick<FastifyBaseLogger, 'warn'>;
  readonly #logged = new Set<string>();

  constructor(origins: readonly [string, ...string[]], log: Pick<FastifyBaseLogger, 'warn'>) {
    this.#own = new Set(origins);
    this.#expected = origins[0];
    this.#log = log;
  }

  isOwn(origin: string | undefined): boolean {
    return origin !== undefined && this.#own.has(origin);
  }

  /**
   * Browsers always send `Sec-Fetch-Site` or `Origin`. Others are programs, without cookies of other people. Throws
   * `wrong_origin` or `forbidden`.
   */
  assertSameSite(request: OriginRequest): void {
    const { origin, 'sec-fetch-site': site } = request.headers;
    const isSiteOwn = site === undefined || site === 'same-origin' || site === 'none';
    if (!isSiteOwn || (origin !== undefined && !this.isOwn(origin))) throw this.createError(request);
  }

  /**
   * The error for a foreign origin: `wrong_origin` for Snug's own page at an address that is not the public one, which a wrong
   * setting explains. Another site learns nothing: it gets `forbidden`.
   */
  createError(request: OriginRequest): CommandError {
    if (!isOwnPage(request)) return new CommandError('forbidden');
    this.#logOnce(request.headers.origin ?? '');
    return new CommandError('wrong_origin');
  }

  #logOnce(origin: string): void {
    const isFull = this.#logged.size >= MAX_LOGGED_ADDRESSES || origin.length > MAX_LOGGED_LENGTH;
    if (isFull || this.#logged.has(origin)) return;
    this.#logged.add(origin);
    this.#log.warn(
      `Snug expects ${this.#expected} and refuses its page at ${origin}. Set SNUG_URL to the address that people open.`,
    );
  }
}

/** Without TLS, browsers send no `Sec-Fetch-Site`. */
function isOwnPage({ headers, host }: OriginRequest): boolean {
  const { origin = '', 'sec-fetch-site': site } = headers;
  if (!URL.canParse(origin) || new URL(origin).origin !== origin) return false;
  if (site === 'same-origin') return true;
  if (site !== undefined && site !== 'none') return false;
  const page = new URL(origin);
  const defaultPort = page.protocol === 'https:' ? 443 : 80;
  // The header may contain the default port, which an origin never does.
  return [page.host, `${page.host}:${defaultPort}`].includes(host.toLowerCase());
}
