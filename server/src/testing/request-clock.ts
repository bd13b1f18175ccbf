import type { Socket } from 'node:net';
import type { RequestClock } from '../files/storage/s3/s3-client.ts';
import { TestClock } from './test-clock.ts';

/** Time stands still, and a socket is silent for as long as the test says: a busy machine ends no request. */
export class TestRequestClock extends TestClock {
  /** With the limit of each, in ms. */
  readonly sockets = new Map<Socket, number>();

  readonly requestClock: RequestClock = {
    ...this.clock,
    limitSilence: (socket, ms) => void this.sockets.set(socket, ms),
  };

  passSilence(ms: number, isSilent: (socket: Socket) => boolean = () => true): void {
    // Collected first: the listener of a slow reader sets the limit of its socket again.
    const ended = [...this.sockets].filter(([socket, limit]) => isSilent(socket) && ms >= limit);
    for (const [socket] of ended) {
      this.sockets.delete(socket);
      socket.emit('timeout');
    }
  }
}
