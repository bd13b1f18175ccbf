import { once } from 'node:events';
import { type AddressInfo, createServer, connect as openSocket, type Server, type Socket } from 'node:net';

const SSL_REQUEST = 80_877_103;
const READY = 'Z'.charCodeAt(0);
const AUTHENTICATION = 'R'.charCodeAt(0);
const QUERY = 'Q'.charCodeAt(0);
const SYNC = 'S'.charCodeAt(0);
const TERMINATE = 'X'.charCodeAt(0);
const IDLE = 'I'.charCodeAt(0);
const CLEAR_TEXT_PASSWORD = 3;

interface Session {
  socket: Socket;
  /** Receives the server's messages. */
  client: Socket | undefined;
  /** Requests without a `ReadyForQuery`. */
  pending: number;
  isIdle: boolean;
}

/** Like PgBouncer: a client has a session of the server during a transaction, or until it ends. */
export class ConnectionPooler {
  readonly #url: URL;
  readonly #isShared: boolean;
  readonly #server: Server = createServer(client => this.#accept(client));
  readonly #free: Session[] = [];
  readonly #sockets = new Set<Socket>();
  #clientCount = 0;

  static async start(url: string, mode: 'transaction' | 'session'): Promise<ConnectionPooler> {
    const pooler = new ConnectionPooler(url, mode === 'transaction');
    pooler.#server.listen(0, '127.0.0.1');
    await once(pooler.#server, 'listening');
    return pooler;
  }

  private constructor(url: string, isShared: boolean) {
    this.#url = new URL(url);
    this.#isShared = isShared;
  }

  get url(): string {
    const url = new URL(this.#url);
    url.host = `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return url.href;
  }

  async stop(): Promise<void> {
    this.#sockets.forEach(socket => socket.destroy());
    this.#server.close();
    await once(this.#server, 'close');
  }

  #accept(client: Socket): void {
    this.#watch(client);
    let session: Session | undefined;
    let work = Promise.resolve();
    const handle = async (type: number, message: Buffer) => {
      if (type === TERMINATE) {
        client.end();
        return;
      }
      if (!session || session.client !== client) session = await this.#take(client);
      if (type === QUERY || type === SYNC) session.pending++;
      session.isIdle = false;
      session.socket.write(message);
    };
    const handleInOrder = (type: number, message: Buffer) => {
      work = work.then(() => handle(type, message));
    };
    this.#greet(client, rest => readMessages(client, handleInOrder, rest));
    client.on('close', () => {
      if (session?.client === client) session.socket.destroy();
    });
  }

  /** Announces a process that does not exist. */
  #greet(client: Socket, onMessages: (rest: Buffer) => void): void {
    client.once('data', startup => {
      if (startup.readInt32BE(4) === SSL_REQUEST) {
        client.write('N');
        return this.#greet(client, onMessages);
      }
      const pid = 1_000_000 + ++this.#clientCount;
      client.write(Buffer.concat([toMessage('R', [0]), toMessage('K', [pid, 1]), READY_MESSAGE]));
      onMessages(startup.subarray(startup.readInt32BE(0)));
    });
  }

  async #take(client: Socket): Promise<Session> {
    const session = this.#free.pop() ?? (await this.#open());
    session.client = client;
    return session;
  }

  async #open(): Promise<Session> {
    const { hostname, port, username, password, pathname } = this.#url;
    const socket = this.#watch(openSocket(Number(port), hostname));
    const session: Session = { socket, client: undefined, pending: 0, isIdle: false };
    const text = ['user', username, 'database', pathname.slice(1), ''].join('\0');
    socket.write(withLength(Buffer.concat([toInts([196_608]), Buffer.from(`${text}\0`)])));
    await new Promise<void>(resolve => {
      readMessages(socket, (type, message) => {
        if (session.client) return this.#return(session, type, message);
        if (type === AUTHENTICATION && message.readInt32BE(5) === CLEAR_TEXT_PASSWORD)
          socket.write(Buffer.concat([Buffer.from('p'), withLength(Buffer.from(`${password}\0`))]));
        if (type === READY) resolve();
      });
    });
    return session;
  }

  #return(session: Session, type: number, message: Buffer): void {
    session.client?.write(message);
    if (type !== READY) return;
    session.pending--;
    session.isIdle = message[5] === IDLE;
    if (session.pending > 0 || !session.isIdle || !this.#isShared) return;
    session.client = undefined;
    this.#free.push(session);
  }

  #watch(socket: Socket): Socket {
    this.#sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => {});
    socket.on('close', () => this.#sockets.delete(socket));
    return socket;
  }
}

const READY_MESSAGE = Buffer.from([READY, 0, 0, 0, 5, IDLE]);

function toInts(numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * numbers.length);
  numbers.forEach((number, at) => bytes.writeInt32BE(number, 4 * at));
  return bytes;
}

function withLength(body: Buffer): Buffer {
  return Buffer.concat([toInts([body.length + 4]), body]);
}

function toMessage(type: string, numbers: readonly number[]): Buffer {
  return Buffer.concat([Buffer.from(type), withLength(toInts(numbers))]);
}

/** Calls `onMessage` for each complete message: a type, the length of the rest, and the rest. */
function readMessages(
  socket: Socket,
  onMessage: (type: number, message: Buffer) => void,
  first: Buffer = Buffer.alloc(0),
): void {
  let bytes = first;
  socket.on('data', chunk => {
    bytes = Buffer.concat([bytes, chunk]);
    while (bytes.length >= 5 && bytes.length > bytes.readInt32BE(1)) {
      const end = 1 + bytes.readInt32BE(1);
      onMessage(bytes[0] ?? 0, bytes.subarray(0, end));
      bytes = bytes.subarray(end);
    }
  });
}
