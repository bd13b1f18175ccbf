import type { LookupAddress } from 'node:dns';
import {
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as requestHttp,
} from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { AddressPolicy } from './address-policy.ts';
import type { KeptConnections } from './kept-connections.ts';
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
  body?: string | Uint8Array;
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
  /** Public addresses get requests only at the port of https. */
  isHttpsPortOnly?: boolean;
  /** By default, each request has a connection of its own. */
  connections?: Pick<KeptConnections, 'get'>;
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
    this.#assertHostPermitted(parseUrl(text));
  }

  /** Rejects with an `OutboundError`. */
  async send(request: OutboundRequest): Promise<OutboundResponse> {
    const url = parseUrl(request.url);
    this.#assertHostPermitted(url);
    const signal = AbortSignal.timeout(this.#options.limits.totalMs);
    try {
      return await this.#exchange(url, request, signal);
    } catch (error) {
      if (error instanceof OutboundError) throw error;
      throw new OutboundError(signal.aborted ? 'timeout' : 'unreachable', { cause: error });
    }
  }

  /** Of a host that is an address: it needs no lookup, so nothing else checks it. */
  #assertHostPermitted(url: URL): void {
    const host = getHost(url);
    if (isIP(host) !== 0) this.#assertPermitted(url, [host]);
  }

  /** All of them must be permitted: a name with a public and a private address is an attack, or a mistake. */
  #assertPermitted({ protocol, port }: URL, addresses: readonly string[]): void {
    const { policy, isHttpsPortOnly = false } = this.#options;
    // Without TLS, everyone on the way can read and change the request. Another port can be that of another service.
    const isForPublic = protocol === 'https:' && (!isHttpsPortOnly || port === '');
    const isSafe = (address: string) => (isForPublic ? policy.permits(address) : policy.isAllowed(address));
    if (!addresses.every(isSafe)) throw new OutboundError('forbidden_address');
  }

  async #exchange(url: URL, outbound: OutboundRequest, signal: AbortSignal): Promise<OutboundResponse> {
    const request = this.#begin(url, outbound, signal);
    let hasResponded = false;
    try {
      const response = await receive(request);
      hasResponded = true;
      return await this.#readResponse(response);
    } catch (error) {
      // Otherwise, the receiver closed a kept connection at the moment of the request.
      if (!request.reusedSocket || hasResponded || signal.aborted) throw error;
    } finally {
      request.destroy();
    }
    return this.#exchange(url, outbound, signal);
  }

  #begin(url: URL, { method, headers, body }: OutboundRequest, signal: AbortSignal): ClientRequest {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const request = send(url, {
      method,
      headers: { 'accept-encoding': 'identity', 'user-agent': 'Snug', ...headers },
      // Without one of its own, an idle connection of another request could be used, or a proxy of the environment.
      agent: this.#options.connections?.get(url) ?? false,
      lookup: (...args) => void this.#lookUp(url, ...args),
      signal,
    });
    request.end(body);
    return request;
  }

  /** Gives each new connection the addresses that it has checked. */
  async #lookUp(url: URL, ...[host, options, done]: Parameters<LookupFunction>): Promise<void> {
    try {
      const all = await this.#findAddresses(url, host);
      if (options.all) done(null, all);
      else done(null, all[0]?.address ?? '', all[0]?.family);
    } catch (error) {
      done(error as NodeJS.ErrnoException, '');
    }
  }

  async #findAddresses(url: URL, host: string): Promise<LookupAddress[]> {
    const addresses = await this.#options.resolve(host);
    if (addresses.length === 0) throw new OutboundError('unknown_host');
    this.#assertPermitted(url, addresses);
    return addresses.map(address => ({ address, family: isIP(address) }));
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

function receive(request: ClientRequest): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request.once('response', resolve).on('error', reject);
  return promise;
}
