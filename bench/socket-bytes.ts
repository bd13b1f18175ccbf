import type { Page } from '@playwright/test';
import { until } from '@snug/testkit/until.ts';

interface Received {
  at: number;
  bytes: number;
  isList: boolean;
}

/** Counts the received bytes of a browser's sockets, from their next connection on. */
export class SocketBytes {
  #received: Received[] = [];

  constructor(page: Page) {
    page.on('websocket', socket => {
      const listIds = new Set<number>();
      socket.on('framesent', ({ payload }) => {
        const { id, command } = JSON.parse(payload.toString()) as { id: number; command: string };
        if (command === 'list_rooms' || command === 'watch_rooms') listIds.add(id);
      });
      socket.on('framereceived', ({ payload }) => {
        const text = payload.toString();
        const { id } = JSON.parse(text) as { id?: number };
        const isList = id === undefined ? /"(list_changed|room_summary)"/.test(text) : listIds.has(id);
        this.#received.push({ at: performance.now(), bytes: Buffer.byteLength(text), isList });
      });
    });
  }

  clear(): void {
    this.#received = [];
  }

  /** The bytes since the last `clear`, of all frames and of those for the list of rooms. */
  get sums(): { all: number; list: number } {
    const sum = (some: readonly Received[]) => some.reduce((sum, { bytes }) => sum + bytes, 0);
    return { all: sum(this.#received), list: sum(this.#received.filter(({ isList }) => isList)) };
  }

  /** Resolves after a frame for the list, followed by a silence of `ms`. */
  async waitUntilIdle(ms: number): Promise<void> {
    const isSettled = () =>
      this.#received.some(({ isList }) => isList) &&
      performance.now() - (this.#received.at(-1)?.at ?? 0) > ms;
    await until('the list of rooms is loaded', isSettled);
  }
}
