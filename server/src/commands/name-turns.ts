import { CommandError } from '@snug/protocol';
import type { TakeTurn } from '../db/take-turn.ts';
import { TurnScheduler } from '../limits/turn-scheduler.ts';

/** Lets one search for names at a time compare its next names, in a turn of the event loop. */
export class NameTurns {
  readonly #scheduler: TurnScheduler;

  /** `defer`: runs a callback once at the end of this turn. */
  constructor(defer: (run: () => void) => void) {
    this.#scheduler = new TurnScheduler(1, defer);
  }

  /** The turns of one search, which rejects with `unavailable` after `signal` has aborted. */
  begin(signal: AbortSignal | undefined): TakeTurn {
    return async () => {
      await this.#scheduler.waitForTurn();
      if (signal?.aborted) throw new CommandError('unavailable');
    };
  }
}
