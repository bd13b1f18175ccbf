import { setTimeout as wait } from 'node:timers/promises';
import { newId } from '@snug/server/base/ids.ts';
import { sendAtRate } from './pace.ts';
import type { Seat } from './seat.ts';

const RETRY_DELAY_MS = 50;

/** People who send in turn at a fixed total rate, even if the server is down. */
export class SteadySender {
  /** The ids of acknowledged messages by room. */
  readonly acknowledged = new Map<string, string[]>();
  readonly #url: string;
  readonly #sending = new Set<Promise<void>>();
  #isStopped = false;

  constructor(url: string, seats: readonly Seat[], perS: number) {
    this.#url = url;
    sendAtRate(perS / 1_000, performance.now(), index => {
      const seat = seats[index % seats.length];
      if (this.#isStopped || !seat) return false;
      const sending = this.#send(seat, `message ${index}`);
      this.#sending.add(sending);
      void sending.finally(() => this.#sending.delete(sending));
      return true;
    });
  }

  async end(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#sending);
  }

  // Repeats the command under the same id, as the outbox does.
  async #send({ room, key }: Seat, text: string): Promise<void> {
    const id = newId();
    const request = {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: key },
      body: JSON.stringify({ roomId: room, id, text }),
    };
    while (!(await isAcknowledged(`${this.#url}/api/send_message`, request))) await wait(RETRY_DELAY_MS);
    this.acknowledged.set(room, [...(this.acknowledged.get(room) ?? []), id]);
  }
}

function isAcknowledged(url: string, request: RequestInit): Promise<boolean> {
  return fetch(url, request).then(
    ({ ok }) => ok,
    () => false,
  );
}
