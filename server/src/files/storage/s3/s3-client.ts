import { createHash } from 'node:crypto';
import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { LookupFunction, Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { type Clock, systemClock } from '../../../base/clock.ts';
import type { S3Settings } from '../../../config/s3-settings.ts';
import { S3Error, toConnectionError, toResponseError } from './s3-error.ts';

/** Of a response with a list. A page has 1,000 keys of at most 1,024 bytes. */
const MAX_TEXT_BYTES = 4 * 1024 * 1024;

/** Downloads may be slow, because their readers are, and must not keep other requests from a connection. */
const MAX_DOWNLOAD_SOCKETS = 512;
const MAX_SOCKETS = 64;

/** How long a request may take, and how often it is tried. */
interface RequestLimits {
  tries: number;
  /** From the first try. No further one begins later. */
  retryMs: number;
  /** Without a byte in either direction, until the headers of the response. */
  silenceMs: number;
  /** For the whole response, in addition to the time that the body of the request needs; by default `silenceMs`. */
  answerMs?: number;
}

export interface Limits {
  requests: Record<'download' | 'removal' | 'small' | 'upload' | 'complete' | 'probe', RequestLimits>;
  /** Between two tries. It doubles each time. */
  minWaitMs: number;
  maxWaitMs: number;
  /** A pause in the bytes of a response, while their reader wants more. */
  stallMs: number;
  /** Larger files are sent in parts of at least this size. Stores want 5 MiB. */
  partBytes: number;
}

export const LIMITS: Limits = {
  requests: {
    /** A reader waits. */
    download: { tries: 2, retryMs: 10_000, silenceMs: 5_000 },
    /** Somebody may wait, and a sweep repeats it. */
    removal: { tries: 2, retryMs: 5_000, silenceMs: 5_000 },
    small: { tries: 5, retryMs: 10_000, silenceMs: 5_000, answerMs: 10_000 },
    upload: { tries: 5, retryMs: 25_000, silenceMs: 20_000 },
    /** The store puts the parts together, and may send spaces meanwhile. */
    complete: { tries: 3, retryMs: 30_000, silenceMs: 60_000, answerMs: 300_000 },
    /** Somebody waits for a start or a page. */
    probe: { tries: 1, retryMs: 0, silenceMs: 5_000 },
  },
  minWaitMs: 100,
  maxWaitMs: 5_000,
  stallMs: 20_000,
  partBytes: 8 * 1024 * 1024,
};

/** Of a body, at least. */
const MIN_BYTES_PER_MS = 20;

export interface RequestBody {
  size: number;
  /** In hex. */
  sha256: string;
  /** Called once for each try. */
  open: () => Readable;
}

export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Without one, the request is about the bucket. */
  key?: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: RequestBody;
  /** By default `small`. */
  kind?: keyof Limits['requests'];
  signal?: AbortSignal | undefined;
}

export interface S3Response {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
}

/** The time of requests. */
export interface RequestClock extends Pick<Clock, 'steadyNow' | 'setTimer'> {
  /** Lets the socket emit `timeout` after `ms` without a byte. */
  readonly limitSilence: (socket: Socket, ms: number) => void;
}

const SYSTEM_CLOCK: RequestClock = {
  ...systemClock,
  limitSilence: (socket, ms) => void socket.setTimeout(ms),
};

export interface S3ClientOptions extends S3Settings {
  limits?: Limits;
  clock?: RequestClock;
  lookup?: LookupFunction;
  random?: () => number;
  onRetry?: () => void;
  /** After the last try of a request: without an error, or with the last one. */
  onResult?: (request: S3Request, error: S3Error | undefined) => void;
}

const EMPTY_SHA256 = createHash('sha256').digest('hex');

/** Sends signed requests to one bucket. All failures are `S3Error`s, but for the reason of an abort and errors of a body. */
export class S3Client {
  readonly #options: S3ClientOptions;
  readonly #limits: Limits;
  readonly #clock: RequestClock;
  readonly #transport: typeof http | typeof https;
  readonly #agent: http.Agent;
  readonly #downloads: http.Agent;
  readonly #base: string;

  constructor(options: S3ClientOptions) {
    const { endpoint, bucket, style, limits = LIMITS, clock = SYSTEM_CLOCK } = options;
    this.#options = options;
    this.#limits = limits;
    this.#clock = clock;
    const { protocol, host } = new URL(endpoint);
    this.#transport = protocol === 'https:' ? https : http;
    this.#agent = new this.#transport.Agent({ keepAlive: true, maxSockets: MAX_SOCKETS });
    this.#downloads = new this.#transport.Agent({ keepAlive: true, maxSockets: MAX_DOWNLOAD_SOCKETS });
    this.#base = style === 'host' ? `${protocol}//${bucket}.${host}` : `${endpoint}/${bucket}`;
  }

  /** Reads the whole response. Throws for a status other than 2xx. */
  send(request: S3Request): Promise<S3Response> {
    return this.#retry(request, () =>
      this.#try(request, this.#agent, async response => ({
        status: response.statusCode ?? 0,
        headers: response.headers,
        text: await readText(response),
      })),
    );
  }

  /** The caller reads the response to its end or destroys it. Its bytes may pause for as long as nobody reads them. */
  open(request: S3Request): Promise<IncomingMessage> {
    return this.#retry(request, () => this.#try(request, this.#downloads, async response => response));
  }

  close(): void {
    this.#agent.destroy();
    this.#downloads.destroy();
  }

  async #retry<Result>(request: S3Request, run: () => Promise<Result>): Promise<Result> {
    const { signal } = request;
    const { onRetry, onResult, random = Math.random } = this.#options;
    const { tries, retryMs } = this.#getLimits(request);
    const { minWaitMs, maxWaitMs } = this.#limits;
    const start = this.#clock.steadyNow();
    for (let attempt = 1; ; attempt++) {
      signal?.throwIfAborted();
      try {
        const result = await run();
        onResult?.(request, undefined);
        return result;
      } catch (error) {
        signal?.throwIfAborted();
        if (!(error instanceof S3Error)) throw error;
        if (!error.isRetryable || attempt >= tries || this.#clock.steadyNow() - start > retryMs) {
          onResult?.(request, error.isMissing ? undefined : error);
          throw error;
        }
        onRetry?.();
        await wait(Math.min(maxWaitMs, minWaitMs * 2 ** attempt) * (0.5 + random() / 2), undefined, {
          signal,
        });
      }
    }
  }

  async #try<Result>(
    request: S3Request,
    agent: http.Agent,
    read: (response: IncomingMessage) => Promise<Result>,
  ): Promise<Result> {
    const { method, key, body, signal } = request;
    const { lookup } = this.#options;
    const { url, headers } = await this.#sign(request);
    const sent = this.#transport.request(url, {
      method,
      agent,
      headers: { ...headers, ...(body && { 'content-length': body.size }) },
      ...(signal && { signal }),
      ...(lookup && { lookup }),
    });
    const time = this.#limitTime(sent, request);
    try {
      const response = await this.#exchange(sent, request);
      const { statusCode: status = 0 } = response;
      if (status >= 200 && status < 300) return await read(response);
      throw toResponseError(status, await readText(response), key === undefined);
    } catch (error) {
      sent.destroy();
      if (time.isOver()) throw new S3Error('timeout', '');
      throw signal?.aborted || error instanceof BodyError ? error : toConnectionError(error);
    } finally {
      time.stop();
    }
  }

  #getLimits({ kind = 'small' }: S3Request): RequestLimits {
    return this.#limits.requests[kind];
  }

  /** A store that takes a byte now and then is not silent. The time in the queue for a connection does not count. */
  #limitTime(sent: ClientRequest, request: S3Request): { isOver: () => boolean; stop: () => void } {
    const { silenceMs, answerMs = silenceMs } = this.#getLimits(request);
    const longest = answerMs + (request.body?.size ?? 0) / MIN_BYTES_PER_MS;
    let stop = () => {};
    let isOver = false;
    sent.once('socket', () => {
      stop = this.#clock.setTimer(() => {
        isOver = true;
        sent.destroy();
      }, longest);
    });
    return { isOver: () => isOver, stop: () => stop() };
  }

  async #exchange(sent: ClientRequest, request: S3Request): Promise<IncomingMessage> {
    const { body } = request;
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    let response: IncomingMessage | undefined;
    sent.once('response', received => {
      response = received;
      this.#clock.limitSilence(received.socket, this.#limits.stallMs);
      resolve(received);
    });
    const onTimeout = () => {
      if (!response) sent.destroy(new S3Error('timeout', ''));
      // Bytes wait for a slow reader: the store is not silent.
      else if (response.readableLength > 0) this.#clock.limitSilence(response.socket, this.#limits.stallMs);
      else response.destroy(new S3Error('timeout', ''));
    };
    sent.once('socket', socket => {
      socket.on('timeout', onTimeout);
      sent.once('close', () => socket.off('timeout', onTimeout));
      this.#clock.limitSilence(socket, this.#getLimits(request).silenceMs);
    });
    // Also after the response: an error without a listener would end the process.
    sent.on('error', reject);
    sent.once('close', () => reject(new S3Error('unreachable', 'ECONNRESET')));
    if (body && body.size > 0) {
      const bytes = body.open();
      bytes.once('error', cause => reject(new BodyError('The bytes cannot be read', { cause })));
      // The store may respond before it has all bytes, and close the connection.
      pipeline(bytes, sent).catch(reject);
    } else sent.end();
    return promise;
  }

  async #sign({ method, key, query, headers, body }: S3Request) {
    const { region, accessKeyId, secretAccessKey, sessionToken, prefix } = this.#options;
    const path = key === undefined ? '' : encodePath(prefix + key);
    const search = Object.entries(query ?? {}).map(pair => pair.map(encode).join('='));
    const { url, headers: signed } = await new AwsV4Signer({
      method,
      url: `${this.#base}/${path}${search.length > 0 ? `?${search.join('&')}` : ''}`,
      headers: { ...headers, 'x-amz-content-sha256': body?.sha256 ?? EMPTY_SHA256 },
      service: 's3',
      region,
      accessKeyId,
      secretAccessKey,
      ...(sessionToken !== undefined && { sessionToken }),
    }).sign();
    return { url, headers: Object.fromEntries(signed) };
  }
}

/** An error of the body, such as a file that cannot be read: the store has nothing to do with it. */
class BodyError extends Error {}

async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MAX_TEXT_BYTES)
        throw new S3Error('failed', 'TooLongResponse', { status: response.statusCode ?? 0 });
      chunks.push(chunk);
    }
  } catch (error) {
    throw toConnectionError(error);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** All characters but the unreserved ones, as a signature has them. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Throws for a key that an address would change: `a/../b` would become `b`. */
function encodePath(key: string): string {
  const parts = key.split('/');
  if (parts.some(part => part === '' || part === '.' || part === '..'))
    throw new Error(`invalid storage key: ${key}`);
  return parts.map(encode).join('/');
}
