import type { Environment } from '../environment.ts';

/** After a restart of the server, its people do not read their copies at the same moment. */
const MAX_DELAY_MS = 30_000;
/** Few rooms have copies: the last one is read within ten minutes. */
const INTERVAL_MS = 20_000;

interface StaleCopiesOptions {
  environment: Pick<Environment, 'random' | 'setTimer'>;
  /** Reads what changed in a room since its copy. */
  refresh: (roomId: string) => void;
}

/** Copies of closed rooms, which can have texts that were deleted or edited since. They are read again one after the other. */
export class StaleCopies {
  readonly #options: StaleCopiesOptions;
  readonly #roomIds = new Set<string>();
  #stopTimer: (() => void) | undefined;

  constructor(options: StaleCopiesOptions) {
    this.#options = options;
  }

  add(roomIds: Iterable<string>): void {
    for (const roomId of roomIds) this.#roomIds.add(roomId);
    this.#schedule(this.#options.environment.random() * MAX_DELAY_MS);
  }

  clear(): void {
    this.#roomIds.clear();
    this.#stopTimer?.();
    this.#stopTimer = undefined;
  }

  #schedule(delayMs: number): void {
    if (this.#roomIds.size === 0) return;
    this.#stopTimer ??= this.#options.environment.setTimer(() => this.#refreshNext(), delayMs);
  }

  #refreshNext(): void {
    this.#stopTimer = undefined;
    const [roomId] = this.#roomIds;
    if (roomId === undefined) return;
    this.#roomIds.delete(roomId);
    this.#options.refresh(roomId);
    this.#schedule(INTERVAL_MS);
  }
}
