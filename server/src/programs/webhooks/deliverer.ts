import { randomUUID } from 'node:crypto';
import { isRoomEvent } from '@snug/protocol';
import type { Clock } from '../../base/clock.ts';
import type { Publication } from '../../db/mutation.ts';
import { TurnQueue } from './turn-queue.ts';
import { listInRooms, readWaitingPage, type WaitingWebhook } from './turn-store.ts';
import { type TurnOptions, WebhookTurn } from './webhook-turn.ts';

/** Changes within this time share one look for webhooks. */
const WAKE_MS = 50;
/** Finds the webhooks whose process has ended. */
const SWEEP_MS = 10_000;
const SWEEP_PAGE = 500;

export interface DelivererOptions extends Omit<TurnOptions, 'owner' | 'steadyNow'> {
  clock: Pick<Clock, 'steadyNow' | 'setTimer' | 'repeat'>;
  onFailure: (error: unknown) => void;
}

interface ActiveWebhook {
  isSlow: boolean;
  /** A change came during its turn. */
  isWoken: boolean;
}

/** Delivers for the webhooks of rooms that change, and for those that wait for another attempt. */
export class WebhookDeliverer {
  readonly #options: DelivererOptions;
  readonly #turnOptions: TurnOptions;
  readonly #turns = new TurnQueue();
  /** With a turn that waits or runs. */
  readonly #active = new Map<string, ActiveWebhook>();
  readonly #slow = new Set<string>();
  readonly #changedRooms = new Set<string>();
  #isSweeping = false;
  #stopSweeps = () => {};
  #isRunning = false;

  constructor(options: DelivererOptions) {
    this.#options = options;
    this.#turnOptions = { ...options, steadyNow: options.clock.steadyNow, owner: randomUUID() };
  }

  start(): void {
    this.#isRunning = true;
    this.#stopSweeps = this.#options.clock.repeat(() => void this.#sweep(), SWEEP_MS);
    void this.#sweep();
  }

  /** Resolves after the running deliveries, or a second later. */
  async stop(): Promise<void> {
    this.#isRunning = false;
    this.#stopSweeps();
    await this.#turns.stop();
  }

  /** For the publications of each commit of this process. */
  record(publications: readonly Publication[]): void {
    for (const { event } of publications) if (isRoomEvent(event)) this.wake(event.roomId);
  }

  wake(roomId: string): void {
    if (!this.#isRunning) return;
    if (this.#changedRooms.size === 0) this.#options.clock.setTimer(() => void this.#wakeRooms(), WAKE_MS);
    this.#changedRooms.add(roomId);
  }

  async #wakeRooms(): Promise<void> {
    const roomIds = [...this.#changedRooms];
    this.#changedRooms.clear();
    const { read, now, onFailure } = this.#options;
    try {
      for (const webhook of await listInRooms(read, roomIds, now())) this.#add(webhook);
    } catch (error) {
      onFailure(error);
    }
  }

  async #sweep(): Promise<void> {
    if (this.#isSweeping) return;
    this.#isSweeping = true;
    await this.#addWaiting().catch(this.#options.onFailure);
    this.#isSweeping = false;
  }

  async #addWaiting(): Promise<void> {
    const { read, now } = this.#options;
    for (let after: string | undefined = ''; after !== undefined && this.#isRunning; ) {
      const { waiting, next } = await readWaitingPage(read, now(), after, SWEEP_PAGE);
      for (const webhook of waiting) this.#add(webhook);
      after = next;
    }
  }

  #add(webhook: WaitingWebhook): void {
    if (!this.#isRunning) return;
    const active = this.#active.get(webhook.id);
    if (active) active.isWoken = true;
    else this.#addTurn(webhook);
  }

  #addTurn(webhook: WaitingWebhook): void {
    const { id, createdBy: uid } = webhook;
    const active = { isSlow: this.#slow.has(id), isWoken: false };
    this.#active.set(id, active);
    this.#turns.add({ uid, isSlow: active.isSlow, run: () => this.#runTurn(webhook, active) });
  }

  async #runTurn(webhook: WaitingWebhook, active: ActiveWebhook): Promise<void> {
    active.isWoken = false;
    const nextMs = await this.#tryTurn(webhook);
    this.#active.delete(webhook.id);
    if (!this.#isRunning) return;
    if (active.isWoken || nextMs === 0) this.#addTurn(webhook);
    else if (nextMs !== undefined) this.#options.clock.setTimer(() => this.#add(webhook), nextMs);
  }

  /** After an error, the sweep tries again. */
  async #tryTurn(webhook: WaitingWebhook): Promise<number | undefined> {
    try {
      const { isSlow, nextMs } = await new WebhookTurn(this.#turnOptions, webhook).run();
      if (isSlow) this.#slow.add(webhook.id);
      else this.#slow.delete(webhook.id);
      return nextMs;
    } catch (error) {
      this.#options.onFailure(error);
      return undefined;
    }
  }
}
