import { connect, type Socket } from 'node:net';
import { PROTOCOL_VERSION } from '@snug/protocol';
import type { ServerAddress } from '@snug/testkit/client-socket.ts';
import { OPCODE } from './client-frame.ts';

/** A WebSocket without a library: sends any bytes, and parses the frames that it receives. */
export class RawSocket {
  readonly socket: Socket;
  readonly texts: string[] = [];
  closeCode: number | undefined;
  /** The frames that the server sent after its close frame; must be 0. */
  framesAfterClose = 0;
  isClosed = false;
  status: string | undefined;
  #bytes = Buffer.alloc(0);

  /** `early`: bytes that follow the request before its response. */
  constructor({ url, origin, cookie }: ServerAddress, early: readonly Buffer[] = []) {
    const { port, host } = new URL(url);
    this.socket = connect({ port: Number(port), host: '127.0.0.1', noDelay: true });
    this.socket.on('data', bytes => this.#receive(bytes));
    this.socket.on('error', () => {});
    this.socket.on('close', () => (this.isClosed = true));
    const request = [
      `GET /api/live?version=${PROTOCOL_VERSION} HTTP/1.1`,
      `host: ${host}`,
      'connection: Upgrade',
      'upgrade: websocket',
      'sec-websocket-version: 13',
      'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
      `origin: ${origin}`,
      `cookie: ${cookie}`,
      '\r\n',
    ].join('\r\n');
    this.socket.write(Buffer.concat([Buffer.from(request), ...early]));
  }

  get hasGreeting(): boolean {
    return this.texts.some(text => text.includes('"connected"'));
  }

  #receive(bytes: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes, bytes]);
    if (this.status === undefined) this.#parseHead();
    if (this.status !== undefined) while (this.#parseFrame());
  }

  #parseHead(): void {
    const end = this.#bytes.indexOf('\r\n\r\n');
    if (end < 0) return;
    this.status = this.#bytes.subarray(0, this.#bytes.indexOf('\r\n')).toString();
    this.#bytes = this.#bytes.subarray(end + 4);
  }

  /** Returns whether it read a whole frame. The server's frames are neither masked nor fragmented. */
  #parseFrame(): boolean {
    const [first = 0, second = 0] = this.#bytes;
    const start = second === 127 ? 10 : second === 126 ? 4 : 2;
    if (this.#bytes.length < start) return false;
    const length =
      start === 10
        ? Number(this.#bytes.readBigUInt64BE(2))
        : start === 4
          ? this.#bytes.readUInt16BE(2)
          : second;
    if (this.#bytes.length < start + length) return false;
    this.#record(first & 0x0f, this.#bytes.subarray(start, start + length));
    this.#bytes = this.#bytes.subarray(start + length);
    return true;
  }

  #record(opcode: number, payload: Buffer): void {
    if (this.closeCode !== undefined) this.framesAfterClose++;
    else if (opcode === OPCODE.close) this.closeCode = payload.length < 2 ? 1005 : payload.readUInt16BE(0);
    else if (opcode === OPCODE.text) this.texts.push(payload.toString());
  }
}
