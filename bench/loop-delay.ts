import { setTimeout as wait } from 'node:timers/promises';
import type { TestSocket } from '@snug/testkit/test-socket.ts';

const INTERVAL_MS = 2;
const WARM_UP_MS = 500;

/** How long the server lets others wait: the longest time from a small command of another connection to its result. */
export class LoopDelay {
  readonly #live: TestSocket;
  #longestMs = 0;
  #onResult: () => void = () => {};
  #isStopped = false;

  static async watch(live: TestSocket): Promise<LoopDelay> {
    const delay = new LoopDelay(live);
    await wait(WARM_UP_MS);
    await delay.take();
    await wait(WARM_UP_MS);
    return delay;
  }

  private constructor(live: TestSocket) {
    this.#live = live;
    void this.#run();
  }

  /** The longest one in ms since the last call, with the command that waits now. */
  async take(): Promise<number> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onResult = resolve;
    await promise;
    const longest = this.#longestMs;
    this.#longestMs = 0;
    return longest;
  }

  stop(): void {
    this.#isStopped = true;
    this.#live.socket.close();
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      const began = performance.now();
      await this.#live.request('unwatch_viewers', { roomId: '00000000-0000-7000-8000-000000000000' });
      this.#longestMs = Math.max(this.#longestMs, performance.now() - began);
      this.#onResult();
      await wait(INTERVAL_MS);
    }
  }
}
