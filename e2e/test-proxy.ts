import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type Server,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { pipeline } from 'node:stream';

/** A proxy in front of Snug that passes requests on, and WebSockets only after `passSockets`. */
export class TestProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly url: string;
  /** The port of Snug. */
  target = 0;

  static async start(): Promise<TestProxy> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new TestProxy(server);
  }

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://localhost:${(server.address() as AddressInfo).port}`;
    server.on('connection', socket => this.#sockets.add(socket));
    // Without a listener for upgrades, Node treats them as plain requests.
    server.on('request', (incoming, response) => {
      const outgoing = this.#send(incoming, withoutUpgrade(incoming.headers));
      outgoing.on('response', answer => {
        // The page may have left meanwhile.
        if (response.destroyed) {
          answer.destroy();
          return;
        }
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        pipeline(answer, response, () => {});
      });
      outgoing.on('error', () => response.destroy());
      pipeline(incoming, outgoing, () => {});
    });
  }

  passSockets(): void {
    this.#server.on('upgrade', (incoming: IncomingMessage, client) => {
      const outgoing = this.#send(incoming, incoming.headers);
      outgoing.on('upgrade', (answer, upstream) => {
        const lines = answer.rawHeaders.map((part, index) => part + (index % 2 ? '\r\n' : ': '));
        client.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('')}\r\n`);
        pipeline(client, upstream, client, () => {});
      });
      outgoing.on('response', ({ statusCode, statusMessage }) =>
        client.end(`HTTP/1.1 ${statusCode} ${statusMessage}\r\nconnection: close\r\n\r\n`),
      );
      outgoing.on('error', () => client.destroy());
      outgoing.end();
    });
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #send({ method, url }: IncomingMessage, headers: IncomingHttpHeaders) {
    return request({ host: '127.0.0.1', port: this.target, method, path: url, headers, agent: false });
  }
}

function withoutUpgrade({ upgrade: _upgrade, connection: _connection, ...headers }: IncomingHttpHeaders) {
  return headers;
}
