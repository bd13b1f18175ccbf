import { createECDH, createPublicKey, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { decryptPush, type PushReceiver } from './push-decryption.ts';

/** A push as its browser receives it. */
export interface ReceivedPush {
  /** The payload, if it is JSON. */
  payload: Record<string, unknown>;
  text: string;
  topic: string | undefined;
  urgency: string | undefined;
  ttlS: number;
  /** Of the body. */
  bytes: number;
  at: number;
}

/** What the service responds with, in place of 201. `hang`: nothing, until the sender gives up. `drop`: it closes the connection. */
export type PlannedAnswer = PlannedResponse | 'hang' | 'drop';

interface PlannedResponse {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
}

/**
 * A push service on this machine (RFC 8030), with browsers that decrypt what arrives. It checks each push as those of browsers do: its
 * headers, its size, and who signed it. A server reaches it with `SNUG_OUTBOUND_ALLOW=127.0.0.1`.
 */
export class TestPushService {
  readonly #server: Server;
  readonly #browsers = new Map<string, TestSubscription>();
  readonly #sockets = new Set<Socket>();
  /** Opened since the start. */
  connections = 0;
  /** Requests that are being answered, and the most at once. */
  running = 0;
  mostRunning = 0;
  /** The statuses of all responses, also of refused pushes, in order. */
  readonly statuses: number[] = [];

  static async start(port = 0, address = '127.0.0.1'): Promise<TestPushService> {
    const service = new TestPushService();
    service.#server.listen(port, address);
    await once(service.#server, 'listening');
    return service;
  }

  private constructor() {
    this.#server = createServer((request, response) => void this.#receive(request, response));
    // On a busy machine, the default of 5 s can end between two pushes.
    this.#server.keepAliveTimeout = 600_000;
    this.#server.on('connection', socket => {
      this.connections++;
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
  }

  get origin(): string {
    const { address, port } = this.#server.address() as AddressInfo;
    return `http://${address}:${port}`;
  }

  /** Connections that are open now. */
  get open(): number {
    return this.#sockets.size;
  }

  /** `pushKey`: of the only server that may send to it. By default, any may. */
  subscribe(pushKey?: string): TestSubscription {
    const token = randomBytes(16).toString('base64url');
    const subscription = new TestSubscription(`${this.origin}/push/${token}`, pushKey);
    this.#browsers.set(`/push/${token}`, subscription);
    return subscription;
  }

  /** Closes the kept connections. */
  closeConnections(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise(resolve => this.#server.close(resolve));
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.mostRunning = Math.max(this.mostRunning, ++this.running);
    response.on('close', () => this.running--);
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const subscription = this.#browsers.get(request.url ?? '');
    const answer = subscription?.plan.shift() ?? subscription?.always;
    if (answer === 'hang') return;
    if (answer === 'drop') return void response.destroy();
    const { status: planned = 201, headers = {}, body = '' } = answer ?? {};
    const status = this.#accept(subscription, request, Buffer.concat(chunks), planned);
    this.statuses.push(status);
    response.writeHead(status, headers).end(body);
  }

  /** Returns the status of the response. */
  #accept(
    subscription: TestSubscription | undefined,
    { method, headers }: IncomingMessage,
    body: Buffer,
    planned: number,
  ): number {
    if (!subscription || subscription.isGone) return 410;
    if (planned < 200 || planned > 299) return planned;
    if (method !== 'POST' || headers['content-encoding'] !== 'aes128gcm') return 400;
    const { topic, ttl } = headers as { topic?: string; ttl?: string };
    if (!/^\d+$/.test(ttl ?? '') || (topic !== undefined && !/^[\w-]{1,32}$/.test(topic))) return 400;
    const refusal = checkSender(headers.authorization, this.origin, subscription.pushKey);
    if (refusal !== undefined) return refusal;
    if (body.length > 4_096) return 413;
    subscription.receive(body, { topic, urgency: headers['urgency']?.toString(), ttlS: Number(ttl) });
    return planned;
  }
}

/** Of a browser of its own, which is always on. */
export class TestSubscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth = randomBytes(16).toString('base64url');
  readonly pushKey: string | undefined;
  readonly received: ReceivedPush[] = [];
  /** For the next pushes, in order; then `always`, and then 201. */
  readonly plan: PlannedAnswer[] = [];
  always: PlannedAnswer | undefined;
  /** The browser has unsubscribed. */
  isGone = false;
  readonly #receiver: PushReceiver;

  constructor(endpoint: string, pushKey: string | undefined) {
    const ecdh = createECDH('prime256v1');
    this.endpoint = endpoint;
    this.pushKey = pushKey;
    this.p256dh = ecdh.generateKeys('base64url');
    const { p256dh, auth } = this;
    this.#receiver = { keys: { p256dh, auth }, privateKey: ecdh.getPrivateKey('base64url') };
  }

  /** The input of `add_push_device`. */
  get input(): { endpoint: string; p256dh: string; auth: string } {
    const { endpoint, p256dh, auth } = this;
    return { endpoint, p256dh, auth };
  }

  /** Those that no later push with the same topic replaced, as a browser that was off receives them. */
  get waiting(): ReceivedPush[] {
    return this.received.filter(
      ({ topic }, at) =>
        topic === undefined || !this.received.slice(at + 1).some(later => later.topic === topic),
    );
  }

  receive(body: Buffer, headers: Pick<ReceivedPush, 'topic' | 'urgency' | 'ttlS'>): void {
    const text = decryptPush(this.#receiver, body).toString();
    this.received.push({ ...headers, text, payload: parse(text), bytes: body.length, at: Date.now() });
  }
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

const DAY_S = 24 * 60 * 60;

/** RFC 8292. Returns the status of a refusal; undefined if the push is signed for this service. */
export function checkSender(
  header = '',
  audience: string,
  expectedKey: string | undefined,
): 401 | 403 | undefined {
  const [, token = '', key = ''] = /^vapid t=([\w-]+\.[\w-]+\.[\w-]+), ?k=([\w-]+)$/.exec(header) ?? [];
  if (token === '') return 401;
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const coordinates = { x: point.toString('base64url', 1, 33), y: point.toString('base64url', 33) };
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', ...coordinates } });
  const signed = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    signed,
    Buffer.from(signature, 'base64url'),
  );
  const { aud, exp, sub } = parse(Buffer.from(claims, 'base64url').toString());
  const nowS = Date.now() / 1_000;
  const isValid = aud === audience && Number(exp) > nowS && Number(exp) < nowS + DAY_S;
  if (!isSigned || !isValid || !/^(?:mailto|https):/.test(String(sub))) return 403;
  return expectedKey !== undefined && expectedKey !== key ? 403 : undefined;
}
