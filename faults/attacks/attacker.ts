import { type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { PROTOCOL_VERSION } from '@snug/protocol';
import { WebSocket } from 'ws';

export interface Identity {
  cookie: string;
  address: string;
}

/** How many requests were made, how many succeeded, and how many were rejected. */
export interface RequestCounts {
  asked: number;
  done: number;
  refused: number;
  codes: Record<string, number>;
}

export interface HttpResponse {
  status: number;
  body: string;
}

const RETRY_DELAY_MS = 20;
const REQUEST_TIMEOUT_MS = 10_000;

/** One lane of an attacker. It counts the results of its requests. */
export class Attacker {
  readonly identity: Identity;
  readonly tally: RequestCounts;
  readonly lane: number;
  readonly #url: URL;
  readonly #signal: AbortSignal;

  constructor(
    url: string,
    identity: Identity,
    lane: number,
    { tally, signal }: { tally: RequestCounts; signal: AbortSignal },
  ) {
    this.identity = identity;
    this.tally = tally;
    this.lane = lane;
    this.#url = new URL(url);
    this.#signal = signal;
  }

  get host(): string {
    return this.#url.host;
  }

  get isStopped(): boolean {
    return this.#signal.aborted;
  }

  command(name: string, input: object): Promise<HttpResponse | undefined> {
    return this.http('POST', `/api/${name}`, JSON.stringify(input), { 'content-type': 'application/json' });
  }

  /** A request whose response is read; undefined if there was none. */
  async http(
    method: string,
    path: string,
    body: string | Buffer = '',
    headers: Record<string, string> = {},
  ): Promise<HttpResponse | undefined> {
    this.tally.asked++;
    try {
      const response = await this.#request(method, path, body, headers);
      this.count(response.status < 400 ? undefined : String(response.status));
      return response;
    } catch (error) {
      this.count((error as NodeJS.ErrnoException).code ?? 'failed');
      if (!this.isStopped) await wait(RETRY_DELAY_MS);
      return undefined;
    }
  }

  /** Opens a connection, sends bytes, and reads nothing before the attack is over. */
  async sendWithoutReading(bytes: string): Promise<Socket> {
    this.tally.asked++;
    const { hostname, port } = this.#url;
    const openSocket = connect({ host: hostname, port: Number(port), localAddress: this.identity.address });
    openSocket.on('error', () => {});
    openSocket.pause();
    openSocket.write(bytes);
    await Promise.race([new Promise(resolve => openSocket.once('connect', resolve)), wait(1_000)]);
    this.#signal.addEventListener('abort', () => openSocket.destroy(), { once: true });
    return openSocket;
  }

  buildRequestHead(method: string, path: string, headers: Record<string, string> = {}): string {
    const all = { host: this.#url.host, cookie: this.identity.cookie, ...headers };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
  }

  /** An open socket; undefined if it was rejected. */
  async socket(): Promise<WebSocket | undefined> {
    this.tally.asked++;
    const socket = new WebSocket(
      `${this.#url.origin.replace('http', 'ws')}/api/live?version=${PROTOCOL_VERSION}`,
      {
        headers: { cookie: this.identity.cookie, origin: this.#url.origin },
        localAddress: this.identity.address,
        perMessageDeflate: false,
      },
    );
    socket.on('error', () => {});
    const isOpen = await new Promise<boolean>(resolve => {
      socket.once('open', () => resolve(true));
      socket.once('close', () => resolve(false));
    });
    this.count(isOpen ? undefined : 'closed');
    if (!isOpen) await wait(RETRY_DELAY_MS);
    this.#signal.addEventListener('abort', () => socket.terminate(), { once: true });
    return isOpen ? socket : undefined;
  }

  /** Until the socket closes or the attack is over. */
  async flood(
    socket: WebSocket,
    nextFrame: () => string | Buffer,
    { perTurn = 20, mostUnsent = 1 << 20 } = {},
  ): Promise<void> {
    socket.on('message', data => {
      const text = (data as Buffer).toString('latin1', 0, 200);
      if (text.includes('"ok"')) this.tally.done++;
      else if (text.includes('"error"')) this.#countRefusal(/"code":"(\w+)"/.exec(text)?.[1] ?? 'error');
    });
    while (!this.isStopped && socket.readyState === socket.OPEN) {
      for (let countResult = 0; countResult < perTurn && socket.bufferedAmount < mostUnsent; countResult++) {
        socket.send(nextFrame());
        this.tally.asked++;
      }
      await wait(10);
    }
  }

  count(refusal: string | undefined): void {
    if (refusal === undefined) this.tally.done++;
    else this.#countRefusal(refusal);
  }

  #countRefusal(code: string): void {
    this.tally.refused++;
    this.tally.codes[code] = (this.tally.codes[code] ?? 0) + 1;
  }

  #request(
    method: string,
    path: string,
    body: string | Buffer,
    headers: Record<string, string>,
  ): Promise<HttpResponse> {
    const { promise, resolve, reject } = Promise.withResolvers<HttpResponse>();
    const outgoing = request(
      {
        host: this.#url.hostname,
        port: this.#url.port,
        localAddress: this.identity.address,
        method,
        path,
        headers: { cookie: this.identity.cookie, origin: this.#url.origin, ...headers },
        agent: false,
        signal: AbortSignal.any([this.#signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]),
      },
      (response: IncomingMessage) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => (text += part.slice(0, Math.max(0, 100_000 - text.length))));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }));
        response.on('error', reject);
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
    return promise;
  }
}
