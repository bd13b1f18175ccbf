import type { Socket } from 'node:net';
import { CLOSE_CODE } from '@snug/protocol';
import type { WebSocket } from 'ws';
import type { FrameBatch } from './frame-batch.ts';
import type { Transport } from './transport.ts';

/**
 * A WebSocket as a transport. Frames are written to the TCP socket below it as they are: they were encoded once
 * for everyone, and joined they leave in one system call. Nothing else of the connection is compressed or
 * fragmented, so this cannot fall into the middle of a frame that `ws` writes.
 */
export class SocketTransport implements Transport {
  readonly #webSocket: WebSocket;
  readonly #socket: Socket;

  readonly address: string;

  constructor(webSocket: WebSocket, socket: Socket, address: string) {
    this.address = address;
    this.#webSocket = webSocket;
    this.#socket = socket;
  }

  write({ bytes }: FrameBatch): void {
    this.#socket.write(bytes);
  }

  unreadBytes(): number {
    return this.#socket.writableLength;
  }

  close(code: number, reason?: string): void {
    this.#webSocket.close(code, reason);
    this.#webSocket.resume();
    // Who is sent away for asking too much is not read any more: its frames would cost as before.
    if (code === CLOSE_CODE.tryLater) this.#webSocket.pause();
  }

  pause(): void {
    this.#webSocket.pause();
  }

  resume(): void {
    this.#webSocket.resume();
  }

  terminate(): void {
    this.#webSocket.terminate();
  }
}
