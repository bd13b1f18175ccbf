import { CommandError, WEBHOOK_FAILING_DAYS, type WebhookFailure } from '@snug/protocol';
import { SYSTEM_CALLER } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import { getRetryDelay } from './backoff.ts';
import { readNextDelivery } from './next-delivery.ts';
import type { WebhookSender } from './sender.ts';
import { isLeased, type LeasedWebhook, type WaitingWebhook } from './turn-store.ts';
import { WEBHOOK_LEASE_MS } from './turns.ts';
import type { WebhookRow } from './webhook-store.ts';
import type { WebhookWriter } from './webhooks.ts';

/** Then the turn ends, so that other webhooks get theirs. */
const MAX_TURN_MS = 3_000;
const SLOW_MS = 1_000;
/** Of the lease, for one more delivery. */
const MIN_LEASE_MS = 13_000;
const MAX_FAILING_MS = WEBHOOK_FAILING_DAYS * 24 * 60 * 60_000;
const GONE = 410;

export interface TurnOptions {
  read: Db;
  writer: WebhookWriter;
  sender: Pick<WebhookSender, 'send'>;
  now: () => number;
  steadyNow: () => number;
  random: () => number;
  metrics?: Pick<Metrics, 'webhooks'> | undefined;
  /** Identifies this process. */
  owner: string;
  /** No other process uses the database. */
  isAlone: boolean;
}

export interface TurnResult {
  isSlow: boolean;
  /** When the next turn should begin, in ms; undefined if a later change of the room causes it. */
  nextMs: number | undefined;
}

/** Delivers the next changes of a webhook, one by one. Advances its position only after the receiver has acknowledged a change. */
export class WebhookTurn {
  readonly #options: TurnOptions;
  readonly #ref: { id: string; roomId: string; owner: string };
  #isSlow = false;

  constructor(options: TurnOptions, { id, roomId }: WaitingWebhook) {
    this.#options = options;
    this.#ref = { id, roomId, owner: options.owner };
  }

  async run(): Promise<TurnResult> {
    const { writer, steadyNow, isAlone } = this.#options;
    const begun = steadyNow();
    let leasedAt = begun;
    const { webhook } = await writer.write('claim_webhook', SYSTEM_CALLER, { ...this.#ref, isAlone });
    for (let next = webhook; next; ) {
      // A process that was frozen may have lost the lease.
      if (steadyNow() > leasedAt + WEBHOOK_LEASE_MS - MIN_LEASE_MS) return this.#end(WEBHOOK_LEASE_MS);
      const delivered = await this.#deliver(next);
      if (typeof delivered !== 'object') return this.#end(delivered);
      leasedAt = steadyNow();
      const ends = leasedAt > begun + MAX_TURN_MS;
      const { isOwned, hasMore } = await this.#acknowledge(delivered.seq, ends);
      if (!isOwned) return this.#end(hasMore ? 0 : undefined);
      next = { ...next, seq: delivered.seq, failures: 0, failingSince: null };
    }
    return this.#end(undefined);
  }

  #end(nextMs: number | undefined): TurnResult {
    return { isSlow: this.#isSlow, nextMs };
  }

  #acknowledge(seq: number, ends: boolean) {
    return this.#options.writer.write('acknowledge_webhook', SYSTEM_CALLER, { ...this.#ref, seq, ends });
  }

  /** Returns the acknowledged position. Otherwise ends the turn, and returns the delay of the next one. */
  async #deliver(webhook: LeasedWebhook): Promise<{ seq: number } | number | undefined> {
    const { read, sender, now, steadyNow, metrics, owner } = this.#options;
    const delivery = await this.#read(webhook);
    // Its creator may have deleted it.
    if (!(await isLeased(read, now(), webhook.id, owner))) return undefined;
    if (delivery === 'no_access') return this.#stop({ paused: 'no_access' });
    if (!delivery) return this.#stop({});
    const begun = steadyNow();
    const failure = await sender.send(webhook, delivery.id, delivery.event);
    this.#isSlow = steadyNow() - begun > SLOW_MS;
    metrics?.webhooks.inc({ outcome: failure ? 'failed' : 'ok' });
    return failure ? this.#fail(webhook, failure) : { seq: delivery.seq };
  }

  async #read(webhook: LeasedWebhook) {
    const { read, now } = this.#options;
    try {
      return await readNextDelivery(read, webhook, now());
    } catch (error) {
      if (error instanceof CommandError && error.code === 'not_found') return 'no_access';
      throw error;
    }
  }

  #fail({ failures, failingSince }: LeasedWebhook, failure: WebhookFailure): Promise<number | undefined> {
    const { now, random } = this.#options;
    const afterMs = getRetryDelay(failures + 1, random);
    if (failure.status === GONE) return this.#stop({ failure, paused: 'gone' });
    const isTooLong = failingSince !== null && now() - failingSince > MAX_FAILING_MS;
    return this.#stop(isTooLong ? { failure, paused: 'failing' } : { failure, afterMs });
  }

  async #stop({ failure, paused, afterMs }: Stop): Promise<number | undefined> {
    const end = { ...this.#ref, failure, paused, afterMs: afterMs ?? 0 };
    await this.#options.writer.write('fail_webhook', SYSTEM_CALLER, end);
    return afterMs;
  }
}

interface Stop {
  failure?: WebhookFailure;
  paused?: NonNullable<WebhookRow['paused']>;
  /** The delay of the next attempt, in ms. */
  afterMs?: number;
}
