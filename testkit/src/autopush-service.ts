import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { checkSender } from './push-service.ts';

interface Subscription {
  channelId: string;
  socket: WebSocket;
  /** Of the only server that may send to it. */
  pushKey: string | undefined;
}

type BrowserMessage =
  | { messageType: 'hello' }
  | { messageType: 'register'; channelID: string; key?: string }
  | { messageType: 'unregister'; channelID: string }
  | { messageType: 'ack' };

/**
 * The push service of Firefox on this machine: it receives pushes (RFC 8030), and hands them on, still encrypted, over Mozilla's "autopush"
 * protocol. For one browser, which stays connected.
 */
export class AutopushService {
  readonly #server: Server;
  readonly #sockets: WebSocketServer;
  readonly #subscriptions = new Map<string, Subscription>();
  /** The statuses of all responses, in order. */
  readonly statuses: number[] = [];

  static async start(): Promise<AutopushService> {
    const service = new AutopushService();
    service.#server.listen(0, '127.0.0.1');
    await once(service.#server, 'listening');
    return service;
  }

  private constructor() {
    this.#server = createServer((request, response) => void this.#receive(request, response));
    this.#sockets = new WebSocketServer({ server: this.#server });
    this.#sockets.on('connection', socket => {
      socket.on('message', (data: Buffer) => this.#answer(socket, data.toString()));
    });
  }

  get #host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** For `dom.push.serverURL`. */
  get address(): string {
    return `ws://${this.#host}/`;
  }

  /** How many subscriptions the browser has. */
  get size(): number {
    return this.#subscriptions.size;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets.clients) socket.terminate();
    this.#server.closeAllConnections();
    await new Promise(resolve => this.#server.close(resolve));
  }

  #answer(socket: WebSocket, text: string): void {
    // A ping.
    if (text === '{}') return socket.send('{}');
    const message = JSON.parse(text) as BrowserMessage;
    const reply = (fields: object) => socket.send(JSON.stringify({ ...message, status: 200, ...fields }));
    if (message.messageType === 'hello')
      return reply({ uaid: randomUUID().replaceAll('-', ''), use_webpush: true, broadcasts: {} });
    if (message.messageType === 'ack') return undefined;
    const { channelID: channelId } = message;
    if (message.messageType === 'unregister') {
      for (const [path, known] of this.#subscriptions)
        if (known.channelId === channelId) this.#subscriptions.delete(path);
      return reply({});
    }
    const path = `/push/${randomBytes(16).toString('base64url')}`;
    // Firefox adds padding, which signatures do not have.
    const pushKey = message.key?.replaceAll('=', '');
    this.#subscriptions.set(path, { channelId, socket, pushKey });
    return reply({ pushEndpoint: `http://${this.#host}${path}` });
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const status = this.#accept(request, Buffer.concat(chunks));
    this.statuses.push(status);
    response.writeHead(status).end();
  }

  /** Returns the status of the response. */
  #accept({ url = '', headers }: IncomingMessage, body: Buffer): number {
    const subscription = this.#subscriptions.get(url);
    if (!subscription) return 410;
    if (headers['content-encoding'] !== 'aes128gcm') return 400;
    const refusal = checkSender(headers.authorization, `http://${this.#host}`, subscription.pushKey);
    if (refusal !== undefined) return refusal;
    subscription.socket.send(
      JSON.stringify({
        messageType: 'notification',
        channelID: subscription.channelId,
        version: randomUUID(),
        data: body.toString('base64url'),
        headers: { encoding: 'aes128gcm' },
      }),
    );
    return 201;
  }
}
