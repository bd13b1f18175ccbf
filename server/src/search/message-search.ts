import { availableParallelism } from 'node:os';
import { CommandError } from '@snug/protocol';
import type { Actor, WaitingActor } from '../db/mutation.ts';
import { ConcurrencyLimit } from '../limits/concurrency-limit.ts';
import { FairQueue } from '../limits/fair-queue.ts';
import { createRateLimitedError } from '../limits/rate-limits.ts';
import type { SearchInput, SearchResult, SearchTurns } from './search-run.ts';

/** A thread compares texts while another one looks for candidates. On two cores, both at once would leave none for everything else. */
const CONCURRENCY = availableParallelism() > 2 ? 2 : 1;
const MAX_WAITING = 100;
/** One that runs, and two that wait. */
const MAX_PER_PERSON = 3;
const RETRY_AFTER_S = 5;

export type BeginSearch = (actor: Actor, input: SearchInput) => SearchTurns;

/** Searches messages, the people in turn. */
export class MessageSearch {
  readonly #begin: BeginSearch;
  readonly #queue = new FairQueue({
    concurrency: CONCURRENCY,
    maxWaiting: MAX_WAITING,
    maxWaitingPerKey: MAX_PER_PERSON,
  });
  readonly #limit = new ConcurrencyLimit(MAX_PER_PERSON);
  /** The searches of unfinished words, by session. */
  readonly #typed = new Map<string, AbortController>();

  constructor(begin: BeginSearch) {
    this.#begin = begin;
  }

  /**
   * Rejects with `not_found` without access to the room, with `rate_limited`, and with `unavailable` if nobody waits for it any more: a
   * newer search of the session with an unfinished word replaces an older one.
   */
  async search({ signal, ...actor }: WaitingActor, input: SearchInput): Promise<SearchResult> {
    if (!this.#limit.acquire(actor.uid)) throw createRateLimitedError(RETRY_AFTER_S);
    const replaced = this.#replaceTyped(actor, input);
    const unwanted = AbortSignal.any(signal ? [signal, replaced.signal] : [replaced.signal]);
    const turns = this.#begin(actor, input);
    let result: SearchResult | undefined;
    const takeTurn = async () => {
      if (unwanted.aborted) throw new CommandError('unavailable');
      result = await turns.takeTurn();
      return result !== undefined;
    };
    try {
      await this.#queue.runInTurns(actor.uid, takeTurn, unwanted);
    } finally {
      turns.end();
      this.#limit.release(actor.uid);
      this.#forgetTyped(actor, replaced);
    }
    return result ?? { messages: [], rooms: [] };
  }

  #replaceTyped({ sessionId }: Actor, { isTyping }: SearchInput): AbortController {
    const replaced = new AbortController();
    if (!isTyping || sessionId === undefined) return replaced;
    this.#typed.get(sessionId)?.abort();
    this.#typed.set(sessionId, replaced);
    return replaced;
  }

  #forgetTyped({ sessionId = '' }: Actor, replaced: AbortController): void {
    if (this.#typed.get(sessionId) === replaced) this.#typed.delete(sessionId);
  }
}
