import type { Socket } from 'node:net';
import { CLOSE_CODE } from '@snug/protocol';
import type { WebSocket } from 'ws';
import type { FrameBatch } from './frame-batch.ts';
import type { Transport } from './transport.ts';

/**
 * Each frame is encoded once for all receivers, and a batch leaves in one system call. The connection uses no compression and
 * no fragmentation, so a write cannot fall inside a frame of `ws`.
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
    // After `tryLater`, frames of an abusive client must not cost work any more.
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
