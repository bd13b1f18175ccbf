import { Histogram } from './histogram.ts';
import type { LoadReport, Times } from './plan.ts';

export type Counts = Pick<
  LoadReport,
  | 'lost'
  | 'repeated'
  | 'refused'
  | 'closed'
  | 'deliveries'
  | 'results'
  | 'delivery'
  | 'lastDelivery'
  | 'result'
  | 'lateness'
>;

/** Counts deliveries and results by the numbers of messages. Times in ms, all by one clock. */
export class LoadCounters {
  readonly #hasResults: boolean;
  readonly #due: Float64Array;
  readonly #lastAt: Float64Array;
  readonly #delivery = new Histogram();
  readonly #result = new Histogram();
  readonly #lateness = new Histogram();
  /** Messages from `first` to before `end` are measured; others are only counted. */
  #measured: [first: number, end: number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  #sent = 0;
  #expected = 0;
  #refused = 0;
  #repeated = 0;
  closed = 0;
  deliveries = 0;
  results = 0;

  /** `isAnswered`: whether the server sends results. */
  constructor(mostMessages: number, isAnswered: boolean) {
    this.#hasResults = isAnswered;
    this.#due = new Float64Array(mostMessages);
    this.#lastAt = new Float64Array(mostMessages);
  }

  get outstanding(): number {
    return this.#missing + (this.#hasResults ? this.#sent - this.results : 0);
  }

  get #missing(): number {
    return this.#expected - this.deliveries;
  }

  measure(first: number, end: number): void {
    this.#measured = [first, end];
  }

  onSent(index: number, due: number, now: number, listeners: number): void {
    this.#due[index] = due;
    this.#sent++;
    this.#expected += listeners;
    if (this.#isMeasured(index)) this.#lateness.add(now - due);
  }

  onDelivery(index: number, now: number): void {
    this.deliveries++;
    if (!this.#isMeasured(index)) return;
    this.#delivery.add(now - (this.#due[index] ?? 0));
    this.#lastAt[index] = now;
  }

  onRepeatedDelivery(): void {
    this.#repeated++;
  }

  onResult(index: number, isTaken: boolean, now: number): void {
    this.results++;
    if (!isTaken) this.#refused++;
    if (this.#isMeasured(index)) this.#result.add(now - (this.#due[index] ?? 0));
  }

  counts(): Omit<Counts, 'deliveries' | 'results'> {
    return {
      lost: this.#missing,
      repeated: this.#repeated,
      refused: this.#refused,
      closed: this.closed,
      delivery: toTimes(this.#delivery),
      lastDelivery: toTimes(this.#createLastDeliveries()),
      result: toTimes(this.#result),
      lateness: toTimes(this.#lateness),
    };
  }

  #isMeasured(index: number): boolean {
    const [first, end] = this.#measured;
    return index >= first && index < end;
  }

  #createLastDeliveries(): Histogram {
    const lasts = new Histogram();
    for (const [index, at] of this.#lastAt.entries()) if (at > 0) lasts.add(at - (this.#due[index] ?? 0));
    return lasts;
  }
}

function toTimes(histogram: Histogram): Times {
  return { count: histogram.count, p50: histogram.at(0.5), p99: histogram.at(0.99) };
}
