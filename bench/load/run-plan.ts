import { setTimeout as wait } from 'node:timers/promises';
import { until } from '@snug/testkit/until.ts';
import { type ClientPool, connectAll } from './client-pool.ts';
import { DIALECTS } from './dialects/dialects.ts';
import type { LoadClient } from './load-client.ts';
import { LoadCounters } from './load-counters.ts';
import { openMeasurementWindow } from './measurement-window.ts';
import { sendAtRate } from './pace.ts';
import type { LoadPlan, LoadReport } from './plan.ts';

/** After this time, the events of the clients' arrival are over. */
const SETTLE_MS = 1_000;
const DRAIN_TIMEOUT_MS = 5_000;
/** For runs whose number of messages is unknown before. */
const MAX_MESSAGES = 2_000_000;

export async function runPlan(plan: LoadPlan): Promise<LoadReport> {
  const { rate, warmUpMs, measureMs } = plan;
  const most = rate === undefined ? MAX_MESSAGES : Math.ceil((rate / 1_000) * (warmUpMs + measureMs));
  const counters = new LoadCounters(most, DIALECTS[plan.dialect].result !== undefined);
  const generator = new LoadGenerator(counters, rate);
  const pool = await connectAll(plan, counters, most, member => generator.onResult(member));
  await wait(SETTLE_MS);
  generator.start(pool, most);
  await wait(warmUpMs);
  generator.measure();
  const close = openMeasurementWindow(plan, counters);
  await wait(measureMs);
  const windowed = close();
  generator.end();
  const isDrained = () => generator.isDone && counters.outstanding === 0;
  // After the timeout, the report counts the missing messages.
  await until('no message is in flight', isDrained, { timeoutMs: DRAIN_TIMEOUT_MS }).catch(() => undefined);
  const report = { sent: generator.sent, ...counters.counts(), ...windowed };
  for (const member of pool.clients) member.disconnect();
  return report;
}

class LoadGenerator {
  readonly #counters: LoadCounters;
  readonly #rate: number | undefined;
  #pool: ClientPool | undefined;
  #most = 0;
  isDone = false;
  sent = 0;

  constructor(counters: LoadCounters, rate: number | undefined) {
    this.#counters = counters;
    this.#rate = rate;
  }

  start(pool: ClientPool, most: number): void {
    this.#pool = pool;
    this.#most = most;
    if (this.#rate === undefined) for (const member of pool.clients) this.#sendNow(member);
    else sendAtRate(this.#rate / 1_000, performance.now(), (index, due) => this.#sendDue(index, due));
  }

  /** From the next message on. */
  measure(): void {
    this.#counters.measure(this.sent, this.#most);
  }

  onResult(member: LoadClient): void {
    if (this.#rate === undefined) this.#sendNow(member);
  }

  /** With a rate, the last message ends the measurement. */
  end(): void {
    if (this.#rate === undefined) this.isDone = true;
  }

  #sendNow(member: LoadClient): void {
    this.#send(member, this.sent, performance.now());
  }

  #sendDue(index: number, due: number): boolean {
    const { clients = [] } = this.#pool ?? {};
    const member = clients[index % clients.length];
    return member !== undefined && this.#send(member, index, due);
  }

  #send(member: LoadClient, index: number, due: number): boolean {
    if (index >= this.#most) this.isDone = true;
    if (this.isDone) return false;
    const listeners = this.#pool?.countSubscribers(member.seat.room) ?? 0;
    this.#counters.onSent(index, due, performance.now(), listeners);
    this.sent++;
    member.send(index);
    return true;
  }
}
