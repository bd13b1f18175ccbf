import type { Socket } from 'node:net';
import { CLOSE } from '@snug/protocol';
import type { WebSocket } from 'ws';
import type { Bundle } from './bundle.ts';
import type { Transport } from './connection.ts';

/**
 * A WebSocket as a transport. Frames are written to the TCP socket below it as they are: they were encoded once
 * for everyone, and joined they leave in one system call. Nothing else of the connection is compressed or
 * fragmented, so this cannot fall into the middle of a frame that `ws` writes.
 */
export class SocketTransport implements Transport {
  readonly #webSocket: WebSocket;
  readonly #socket: Socket;

  constructor(webSocket: WebSocket, socket: Socket) {
    this.#webSocket = webSocket;
    this.#socket = socket;
  }

  write({ bytes }: Bundle): void {
    this.#socket.write(bytes);
  }

  unreadBytes(): number {
    return this.#socket.writableLength;
  }

  close(code: number, reason?: string): void {
    this.#webSocket.close(code, reason);
    // Who is sent away for asking too much is not read any more: its frames would cost as before.
    if (code === CLOSE.tryLater) this.#webSocket.pause();
  }

  terminate(): void {
    this.#webSocket.terminate();
  }
}
