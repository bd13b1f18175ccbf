import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { type SecureContextOptions, TLSSocket } from 'node:tls';

export interface NatsBrokerOptions {
  /** 0 for any free port. */
  port?: number;
  token?: string;
  user?: { name: string; password: string };
  tls?: SecureContextOptions & { requestCert?: boolean };
  maxPayload?: number;
}

interface Client {
  socket: Socket;
  /** By the number that the client gave each subject. */
  subjects: Map<string, string>;
  isSignedIn: boolean;
}

/** A message broker that speaks the part of NATS' protocol that Snug uses, for tests without the real server. */
export class NatsBroker {
  readonly #options: NatsBrokerOptions;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #clients = new Set<Client>();
  #isFrozen = false;

  static async start(options: NatsBrokerOptions = {}): Promise<NatsBroker> {
    const broker = new NatsBroker(options);
    broker.#server.listen(options.port ?? 0, '127.0.0.1');
    await once(broker.#server, 'listening');
    return broker;
  }

  private constructor(options: NatsBrokerOptions) {
    this.#options = options;
    this.#server = createServer(socket => this.#accept(socket));
  }

  get port(): number {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the broker does not listen');
    return address.port;
  }

  get url(): string {
    return `${this.#options.tls ? 'tls' : 'nats'}://127.0.0.1:${this.port}`;
  }

  get clientCount(): number {
    return this.#clients.size;
  }

  /** Reads and answers nothing until it thaws. */
  freeze(): void {
    this.#isFrozen = true;
    for (const { socket } of this.#clients) socket.pause();
  }

  thaw(): void {
    this.#isFrozen = false;
    for (const { socket } of this.#clients) socket.resume();
  }

  /** Cuts all connections. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async stop(): Promise<void> {
    this.cut();
    if (!this.#server.listening) return;
    this.#server.close();
    await once(this.#server, 'close');
  }

  #accept(plain: Socket): void {
    const { tls, token, user, maxPayload = 1_048_576 } = this.#options;
    this.#sockets.add(plain);
    plain.on('error', () => {});
    plain.on('close', () => this.#sockets.delete(plain));
    const info = {
      server_id: 'testkit',
      version: '2.9.10',
      proto: 1,
      max_payload: maxPayload,
      auth_required: token !== undefined || user !== undefined,
      ...(tls && { tls_required: true, tls_verify: tls.requestCert === true }),
    };
    plain.write(`INFO ${JSON.stringify(info)}\r\n`);
    if (!tls) return this.#serve(plain);
    const secure = new TLSSocket(plain, { isServer: true, rejectUnauthorized: true, ...tls });
    secure.on('error', () => plain.destroy());
    secure.on('secure', () => {
      if (tls.requestCert && !secure.authorized) plain.destroy();
    });
    this.#serve(secure);
  }

  #serve(socket: Socket): void {
    const client: Client = { socket, subjects: new Map(), isSignedIn: false };
    this.#clients.add(client);
    if (this.#isFrozen) socket.pause();
    socket.on('close', () => this.#clients.delete(client));
    let received: Buffer = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      received = this.#read(client, Buffer.concat([received, chunk]));
    });
  }

  /** Returns the start of the next command. */
  #read(client: Client, received: Buffer): Buffer {
    for (let rest = received; ; ) {
      const end = rest.indexOf('\r\n');
      if (end === -1) return rest;
      const [command = '', ...values] = rest.toString('latin1', 0, end).split(' ');
      const isPublication = command.toUpperCase() === 'PUB';
      const length = isPublication ? Number(values.at(-1)) + 2 : 0;
      const start = end + 2;
      if (rest.length < start + length) return rest;
      if (isPublication) this.#publish(client, values[0] ?? '', rest.subarray(start, start + length - 2));
      else this.#obey(client, command.toUpperCase(), values);
      rest = rest.subarray(start + length);
    }
  }

  #obey(client: Client, command: string, values: readonly string[]): void {
    const { socket, subjects } = client;
    if (command === 'CONNECT') {
      client.isSignedIn = this.#permits(JSON.parse(values.join(' ')) as Record<string, unknown>);
      if (!client.isSignedIn) socket.end("-ERR 'Authorization Violation'\r\n");
    } else if (!client.isSignedIn) return;
    else if (command === 'PING') socket.write('PONG\r\n');
    else if (command === 'SUB') subjects.set(values.at(-1) ?? '', values[0] ?? '');
    else if (command === 'UNSUB') subjects.delete(values[0] ?? '');
  }

  #permits({ auth_token, user, pass }: Record<string, unknown>): boolean {
    const { token, user: wanted } = this.#options;
    if (token !== undefined) return auth_token === token;
    return wanted === undefined || (user === wanted.name && pass === wanted.password);
  }

  #publish({ isSignedIn }: Client, subject: string, payload: Buffer): void {
    if (!isSignedIn) return;
    for (const { socket, subjects } of this.#clients)
      for (const [id, wanted] of subjects)
        if (wanted === subject)
          socket.write(
            Buffer.concat([
              Buffer.from(`MSG ${subject} ${id} ${payload.length}\r\n`),
              payload,
              Buffer.from('\r\n'),
            ]),
          );
  }
}
