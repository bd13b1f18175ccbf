import { CommandError } from '@snug/protocol';
import { NAMES_PER_PART, NAMES_PER_TURN, type TakeTurn } from '../db/name-turns.ts';
import { TurnScheduler } from '../limits/turn-scheduler.ts';

/** Lets all searches for names together compare `NAMES_PER_TURN` names in a turn of the event loop. */
export class NameTurns {
  readonly #scheduler: TurnScheduler;

  /** `defer`: runs a callback once at the end of this turn. */
  constructor(defer: (run: () => void) => void) {
    this.#scheduler = new TurnScheduler(NAMES_PER_TURN / NAMES_PER_PART, defer);
  }

  /** The turns of one search, which rejects with `unavailable` after `signal` has aborted. */
  begin(signal: AbortSignal | undefined): TakeTurn {
    return async () => {
      await this.#scheduler.waitForTurn();
      if (signal?.aborted) throw new CommandError('unavailable');
    };
  }
}
