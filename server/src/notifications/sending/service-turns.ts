import { CommandError } from '@snug/protocol';
import { FairQueue } from '../../limits/fair-queue.ts';
import { WorkQueue } from '../../limits/work-queue.ts';
import type { PushOutcome } from '../push-sender.ts';
import { identifyService } from './push-service.ts';

/** Pushes that run at once, which is also the number of connections. */
export const MAX_RUNNING_PER_SERVICE = 8;
/** That run or wait. */
const MAX_PUSHES_PER_SERVICE = 1_000;
/** Of all services that people chose and no browser has, together. */
const MAX_RUNNING_OF_OTHERS = 64;
/** Of these, for the slow ones. */
const MAX_RUNNING_SLOW = 16;
/** A browser's push service is slow after so many failures in a row. That of somebody else is after the first one. */
const FAILURES_OF_KNOWN = 8;
/** Forgets the oldest ones beyond it. */
const MAX_SLOW = 1_000;

/** The push was not sent. The same object for each. */
const BUSY: PushOutcome = { kind: 'later', retryAfterMs: 5_000, isUnsent: true };

export interface ServiceTurnsOptions {
  steadyNow: () => number;
}

interface ServiceState {
  queue: WorkQueue;
  /** Pushes that run or wait. */
  count: number;
}

/**
 * Bounds the pushes of each push service, so that a slow one delays only itself. While a service fails to respond in time, it
 * gets few pushes at once, and none waits for it.
 */
export class ServiceTurns {
  readonly #options: ServiceTurnsOptions;
  readonly #services = new Map<string, ServiceState>();
  /** Failures since the last response. */
  readonly #failures = new Map<string, number>();
  readonly #others = new FairQueue({
    concurrency: MAX_RUNNING_OF_OTHERS,
    maxWaiting: 10_000,
    maxWaitingPerKey: MAX_RUNNING_PER_SERVICE,
  });
  #runningSlow = 0;

  constructor(options: ServiceTurnsOptions) {
    this.#options = options;
  }

  /** `work` never rejects. It begins within `waitsMs`, or not at all: it may be read by then. */
  async run(endpoint: string, waitsMs: number, work: () => Promise<PushOutcome>): Promise<PushOutcome> {
    const { steadyNow } = this.#options;
    const latest = steadyNow() + waitsMs;
    const begin = async () => (steadyNow() <= latest ? work() : BUSY);
    const { origin } = new URL(endpoint);
    const isKnown = identifyService(endpoint) !== 'other';
    const service = this.#services.get(origin) ?? { queue: new WorkQueue(MAX_RUNNING_PER_SERVICE), count: 0 };
    const isSlow = this.#isSlow(origin, isKnown);
    if (service.count >= (isSlow ? getMaxSlow(isKnown) : MAX_PUSHES_PER_SERVICE)) return BUSY;
    if (isSlow && !isKnown && this.#runningSlow >= MAX_RUNNING_SLOW) return BUSY;
    this.#services.set(origin, service);
    service.count++;
    if (isSlow) this.#runningSlow++;
    try {
      return await service.queue.run(async () => {
        // It became slow while this push waited.
        if (!isSlow && this.#isSlow(origin, isKnown)) return BUSY;
        const outcome = isKnown ? await begin() : await this.#runOther(origin, begin);
        if (outcome !== BUSY) this.#note(origin, outcome);
        return outcome;
      });
    } finally {
      if (isSlow) this.#runningSlow--;
      if (--service.count === 0) this.#services.delete(origin);
    }
  }

  async #runOther(origin: string, work: () => Promise<PushOutcome>): Promise<PushOutcome> {
    try {
      return await this.#others.run(origin, work);
    } catch (error) {
      if (error instanceof CommandError) return BUSY;
      throw error;
    }
  }

  #isSlow(origin: string, isKnown: boolean): boolean {
    return (this.#failures.get(origin) ?? 0) >= (isKnown ? FAILURES_OF_KNOWN : 1);
  }

  #note(origin: string, outcome: PushOutcome): void {
    const failures = this.#failures.get(origin) ?? 0;
    this.#failures.delete(origin);
    if (!isUnanswered(outcome)) return;
    const [oldest] = this.#failures.keys();
    if (oldest !== undefined && this.#failures.size >= MAX_SLOW) this.#failures.delete(oldest);
    this.#failures.set(origin, failures + 1);
  }
}

function getMaxSlow(isKnown: boolean): number {
  return isKnown ? MAX_RUNNING_PER_SERVICE : 1;
}

function isUnanswered(outcome: PushOutcome): boolean {
  return outcome.kind === 'failed' && outcome.status === undefined;
}
