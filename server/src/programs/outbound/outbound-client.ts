import {
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as requestHttp,
} from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { rejectIfAborted } from '../../base/reject-if-aborted.ts';
import type { AddressPolicy } from './address-policy.ts';
import { OutboundError } from './outbound-error.ts';
import type { ResolveHost } from './resolver.ts';

const MAX_URL_LENGTH = 2_048;

export interface OutboundLimits {
  /** For the whole request, with resolving and connecting. */
  totalMs: number;
  maxResponseBytes: number;
}

export interface OutboundRequest {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body?: string;
}

export interface OutboundResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface OutboundClientOptions {
  policy: AddressPolicy;
  resolve: ResolveHost;
  limits: OutboundLimits;
}

/**
 * Sends requests to addresses that people choose. It connects only to the addresses that it has checked, so a name that changes its
 * address in between leads nowhere else. It follows no redirects: the caller gets them as responses.
 */
export class OutboundClient {
  readonly #options: OutboundClientOptions;

  constructor(options: OutboundClientOptions) {
    this.#options = options;
  }

  /** Checks everything that needs no name server. Throws an `OutboundError`. */
  check(text: string): void {
    const url = parseUrl(text);
    const host = getHost(url);
    if (isIP(host) !== 0) this.#assertPermitted(url, [host]);
  }

  /** Rejects with an `OutboundError`. */
  async send(request: OutboundRequest): Promise<OutboundResponse> {
    const url = parseUrl(request.url);
    const signal = AbortSignal.timeout(this.#options.limits.totalMs);
    try {
      const addresses = await rejectIfAborted(this.#findAddresses(url), signal);
      return await this.#exchange(url, request, addresses, signal);
    } catch (error) {
      if (error instanceof OutboundError) throw error;
      throw new OutboundError(signal.aborted ? 'timeout' : 'unreachable', { cause: error });
    }
  }

  async #findAddresses(url: URL): Promise<string[]> {
    const host = getHost(url);
    const addresses = isIP(host) === 0 ? await this.#options.resolve(host) : [host];
    if (addresses.length === 0) throw new OutboundError('unknown_host');
    this.#assertPermitted(url, addresses);
    return addresses;
  }

  /** All of them must be permitted: a name with a public and a private address is an attack, or a mistake. */
  #assertPermitted({ protocol }: URL, addresses: readonly string[]): void {
    const { policy } = this.#options;
    // Without TLS, everyone on the way can read and change the request.
    const isSafe = (address: string) =>
      protocol === 'https:' ? policy.permits(address) : policy.isAllowed(address);
    if (!addresses.every(isSafe)) throw new OutboundError('forbidden_address');
  }

  async #exchange(
    url: URL,
    { method, headers, body }: OutboundRequest,
    addresses: readonly string[],
    signal: AbortSignal,
  ): Promise<OutboundResponse> {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const lookup = createLookup(addresses);
    // Without an agent of its own, an idle connection of another request could be used, or a proxy of the environment.
    const request = send(url, {
      method,
      headers: { 'accept-encoding': 'identity', 'user-agent': 'Snug', ...headers },
      agent: false,
      lookup,
      signal,
    });
    request.end(body);
    try {
      return await this.#readResponse(await receive(request));
    } finally {
      request.destroy();
    }
  }

  async #readResponse(response: IncomingMessage): Promise<OutboundResponse> {
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > this.#options.limits.maxResponseBytes) throw new OutboundError('too_large');
      chunks.push(chunk);
    }
    return { status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) };
  }
}

function parseUrl(text: string): URL {
  const url = text.length <= MAX_URL_LENGTH ? URL.parse(text) : null;
  const isValid =
    url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  if (!isValid) throw new OutboundError('invalid_url');
  return url;
}

/** An IPv6 address without its brackets. */
function getHost({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

/** Returns the checked addresses whenever the socket looks the host up. */
function createLookup(addresses: readonly string[]): LookupFunction {
  const all = addresses.map(address => ({ address, family: isIP(address) }));
  return (_host, options, done) => {
    if (options.all) return done(null, all);
    const [first] = all;
    done(null, first?.address ?? '', first?.family);
  };
}

function receive(request: ClientRequest): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request.once('response', resolve).on('error', reject);
  return promise;
}
