import { connect, type Socket } from 'node:net';
import { encodeFrame, FrameScanner, OPCODE } from './frames.ts';

/** Shared by all sockets: each handles its bytes before the next one reads. */
const READ_BUFFER = Buffer.alloc(256 * 1024);
const END_OF_HEADERS = '\r\n\r\n';
/** The `Sec-WebSocket-Key`. The response to it is not checked. */
const KEY = 'c251Zy1hdC1hLWJlbmNoIQ==';

export interface SocketOptions {
  port: number;
  /** The local address: one address has too few ports. */
  from?: string;
  path: string;
  headers: Readonly<Record<string, string>>;
  /** `payload` is only valid during the call. */
  onText: (payload: Buffer) => void;
  onClose: () => void;
}

export class LoadSocket {
  readonly #socket: Socket;
  readonly #scanner: FrameScanner;
  #head = '';
  #opened: PromiseWithResolvers<void> | undefined = Promise.withResolvers<void>();

  static async open(options: SocketOptions): Promise<LoadSocket> {
    const socket = new LoadSocket(options);
    await socket.#opened?.promise;
    socket.#opened = undefined;
    return socket;
  }

  /** The same without a promise: only `onText` and `onClose` report. */
  static connect(options: SocketOptions): LoadSocket {
    const socket = new LoadSocket(options);
    socket.#opened?.promise.catch(() => undefined);
    return socket;
  }

  private constructor({ port, from, path, headers, onText, onClose }: SocketOptions) {
    this.#scanner = new FrameScanner((opcode, payload) => {
      if (opcode === OPCODE.text) onText(payload);
      if (opcode === OPCODE.ping) this.#socket.write(encodeFrame(OPCODE.pong, payload));
      if (opcode === OPCODE.close) this.#socket.end();
    });
    const callback = (count: number) => {
      this.#read(READ_BUFFER.subarray(0, count));
      return true;
    };
    const onread = { buffer: READ_BUFFER, callback };
    const local = from === undefined ? {} : { localAddress: from };
    this.#socket = connect({ host: '127.0.0.1', port, noDelay: true, onread, ...local });
    this.#socket.on('error', error => this.#opened?.reject(error));
    this.#socket.on('close', () => {
      this.#opened?.reject(new Error(`closed at the handshake: ${this.#head}`));
      onClose();
    });
    this.#socket.write(buildUpgradeRequest(port, path, headers));
  }

  send(text: string): void {
    this.#socket.write(encodeFrame(OPCODE.text, text));
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    if (!this.#opened) return this.#scanner.push(chunk);
    this.#readHead(chunk);
  }

  #readHead(chunk: Buffer): void {
    this.#head += chunk.toString('latin1');
    const end = this.#head.indexOf(END_OF_HEADERS);
    if (end === -1) return;
    if (!this.#head.startsWith('HTTP/1.1 101')) return void this.#socket.destroy();
    const rest = this.#head.slice(end + END_OF_HEADERS.length);
    this.#opened?.resolve();
    this.#opened = undefined;
    if (rest) this.#scanner.push(Buffer.from(rest, 'latin1'));
  }
}

function buildUpgradeRequest(port: number, path: string, headers: Readonly<Record<string, string>>): string {
  const all = {
    Host: `127.0.0.1:${port}`,
    Upgrade: 'websocket',
    Connection: 'Upgrade',
    'Sec-WebSocket-Key': KEY,
    'Sec-WebSocket-Version': '13',
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}
