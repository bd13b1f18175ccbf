import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { onTestFinished } from 'vitest';

/** A setting that operators get wrong. */
export interface ProxyFaults {
  dropsUpgrades?: boolean;
  /** Refuses bodies by the length in their header. */
  maxBodyBytes?: number;
  /** Ends the connection after as many bytes, whatever the header has. */
  cutsBodiesAt?: number;
  /** Passes a body on when it is complete. */
  buffers?: boolean;
  forwardedFor?: 'overwrite' | 'append' | 'pass' | 'remove';
  /** The address from which it connects to Snug, instead of 127.0.0.1. */
  localAddress?: string;
  /** Answers everything by itself. */
  answers?: (request: IncomingMessage, response: ServerResponse) => unknown;
}

/** A proxy in front of a server on this machine. It ends with the test. */
export class ReverseProxy {
  faults: ProxyFaults = {};
  readonly #target: number;
  readonly #server = createServer((incoming, response) => void this.#pass(incoming, response));

  static async start(target: number): Promise<ReverseProxy> {
    const proxy = new ReverseProxy(target);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    onTestFinished(() => {
      proxy.#server.close();
      proxy.#server.closeAllConnections();
    });
    return proxy;
  }

  private constructor(target: number) {
    this.#target = target;
    this.#server.on('upgrade', (incoming, client, head) => {
      const { upgrade: _, connection: __, ...rest } = incoming.headers;
      const outgoing = this.#send(incoming, this.faults.dropsUpgrades ? rest : incoming.headers);
      outgoing.on('upgrade', ({ rawHeaders }, upstream) => {
        const lines = rawHeaders.map((part, index) => part + (index % 2 ? '\r\n' : ': '));
        client.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('')}\r\n`);
        pipeline(client, upstream, client, () => {});
      });
      outgoing.on('response', ({ statusCode }) =>
        client.end(`HTTP/1.1 ${statusCode} Refused\r\nconnection: close\r\n\r\n`),
      );
      outgoing.on('error', () => client.destroy());
      client.on('error', () => {});
      outgoing.end(head);
    });
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async #pass(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { answers, maxBodyBytes = Number.POSITIVE_INFINITY, cutsBodiesAt, buffers } = this.faults;
    response.on('error', () => {});
    incoming.on('error', () => {});
    if (answers) return void (await answers(incoming, response));
    if (Number(incoming.headers['content-length'] ?? 0) > maxBodyBytes)
      return void response.writeHead(413, { connection: 'close' }).end('<h1>413</h1>');
    let bytes = 0;
    if (cutsBodiesAt !== undefined)
      incoming.on('data', (chunk: Buffer) => (bytes += chunk.length) > cutsBodiesAt && incoming.destroy());
    const body = buffers ? await readAll(incoming).catch(() => undefined) : undefined;
    if (buffers && !body) return;
    const outgoing = this.#send(incoming, incoming.headers);
    outgoing.on('response', answer => {
      response.writeHead(answer.statusCode ?? 0, answer.headers);
      pipeline(answer, response, () => {});
    });
    outgoing.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
    if (body) outgoing.end(body);
    else pipeline(incoming, outgoing, () => {});
  }

  #send({ method, url, socket: { remoteAddress = '' } }: IncomingMessage, headers: IncomingHttpHeaders) {
    const { forwardedFor = 'overwrite', localAddress = '127.0.0.1' } = this.faults;
    const { 'x-forwarded-for': given, ...rest } = headers;
    const forwarded = {
      overwrite: remoteAddress,
      append: [given, remoteAddress].join(', '),
      pass: given,
      remove: undefined,
    }[forwardedFor];
    return request({
      host: '127.0.0.1',
      port: this.#target,
      localAddress,
      method,
      path: url,
      headers: forwarded === undefined ? rest : { ...rest, 'x-forwarded-for': forwarded },
      agent: false,
    });
  }
}

async function readAll(body: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
