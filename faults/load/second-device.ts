import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '@snug/testkit/random.ts';
import type { LoadState } from './load-state.ts';
import { moveCursor, READ_INTERVAL_MS } from './move-cursor.ts';
import type { Reader } from './reader.ts';

const PAUSE_MS = 300;

/** Another device of a person, on which they only read. */
export class SecondDevice {
  readonly #reader: Reader;
  readonly #state: LoadState;
  readonly #random: Random;
  #isStopped = false;

  constructor(reader: Reader, state: LoadState, random: Random) {
    this.#reader = reader;
    this.#state = state;
    this.#random = random;
  }

  async run(): Promise<void> {
    while (!this.#isStopped) {
      moveCursor(this.#reader.chat, this.#random, this.#state.pickRoomId(this.#random));
      await wait(this.#random.below(PAUSE_MS));
    }
    await wait(READ_INTERVAL_MS);
  }

  stop(): void {
    this.#isStopped = true;
  }
}
