import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';

const HOST = '127.0.0.1';
const CHECK_INTERVAL_MS = 500;

export class RoundRobinProxy {
  readonly #server: Server = createServer();
  readonly #ports: number[] = [];
  /** The servers whose last health check failed. */
  readonly #unready = new Set<number>();
  #checks: NodeJS.Timeout | undefined;
  #count = 0;

  static async start(): Promise<RoundRobinProxy> {
    const proxy = new RoundRobinProxy();
    proxy.#server.on('request', (incoming, response) => proxy.#forward(incoming, response));
    proxy.#server.on('upgrade', (incoming, socket, head) => proxy.#connect(incoming, socket, head));
    proxy.#server.listen(0, HOST);
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get url(): string {
    return `http://${HOST}:${(this.#server.address() as AddressInfo).port}`;
  }

  addServer(port: number): void {
    this.#ports.push(port);
  }

  /** From now on, it sends nothing to a server whose `/readyz` fails, unless all fail. */
  startHealthChecks(): void {
    this.#checks ??= setInterval(
      () => this.#ports.forEach(port => void this.#check(port)),
      CHECK_INTERVAL_MS,
    );
  }

  async close(): Promise<void> {
    clearInterval(this.#checks);
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  get #nextPort(): number {
    const ready = this.#ports.filter(port => !this.#unready.has(port));
    const ports = ready.length > 0 ? ready : this.#ports;
    return ports[this.#count++ % ports.length] ?? 0;
  }

  async #check(port: number): Promise<void> {
    const signal = AbortSignal.timeout(CHECK_INTERVAL_MS);
    const response = await fetch(`http://${HOST}:${port}/readyz`, { signal }).catch(() => undefined);
    if (response?.ok) this.#unready.delete(port);
    else this.#unready.add(port);
  }

  #forward(incoming: IncomingMessage, response: ServerResponse): void {
    const { method, url: path, headers } = incoming;
    const options = { host: HOST, port: this.#nextPort, method, path, headers, agent: false };
    const outgoing = request(options, answer => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('error', () => response.destroy());
      answer.pipe(response);
    });
    outgoing.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
    incoming.pipe(outgoing);
  }

  #connect({ method, url, rawHeaders }: IncomingMessage, client: Duplex, head: Buffer): void {
    const server = connect({ port: this.#nextPort, host: HOST, noDelay: true });
    const fields = rawHeaders.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`));
    server.write(`${method} ${url} HTTP/1.1\r\n${fields.join('')}\r\n`);
    server.write(head);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
      from.pipe(to);
    }
  }
}
