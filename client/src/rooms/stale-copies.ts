import type { Environment } from '../environment.ts';

/** After a restart of the server, its people do not read their copies at the same moment. */
const MAX_DELAY_MS = 30_000;
/** Few rooms have copies: the last one is read within ten minutes. */
const INTERVAL_MS = 20_000;

type Timing = Pick<Environment, 'random' | 'setTimer'>;

/** Copies of closed rooms, which can have texts that were deleted or edited since. They are read again one after the other. */
export class StaleCopies {
  readonly #timing: Timing;
  readonly #refresh: (roomId: string) => void;
  readonly #roomIds = new Set<string>();
  #isWaiting = false;

  /** `refresh`: reads what changed in a room since its copy. */
  constructor(timing: Timing, refresh: (roomId: string) => void) {
    this.#timing = timing;
    this.#refresh = refresh;
  }

  add(roomIds: Iterable<string>): void {
    for (const roomId of roomIds) this.#roomIds.add(roomId);
    this.#schedule(this.#timing.random() * MAX_DELAY_MS);
  }

  #schedule(delayMs: number): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    this.#timing.setTimer(() => {
      this.#isWaiting = false;
      for (const roomId of this.#roomIds) {
        this.#roomIds.delete(roomId);
        this.#refresh(roomId);
        this.#schedule(INTERVAL_MS);
        break;
      }
    }, delayMs);
  }
}
