import type { RoomEvent } from '@snug/protocol';
import { jsonBytes } from '../limits/json-bytes.ts';

/** Per node, for all rooms together. */
const MAX_EVENTS = 5_000;
const MAX_BYTES = 8 * 1024 * 1024;

export class ReorderBudget {
  #events = 0;
  #bytes = 0;

  reserve(bytes: number): boolean {
    if (this.#events >= MAX_EVENTS || this.#bytes + bytes > MAX_BYTES) return false;
    this.#events++;
    this.#bytes += bytes;
    return true;
  }

  release(bytes: number): void {
    this.#events--;
    this.#bytes -= bytes;
  }
}

export class ReorderBuffer {
  readonly #budget: ReorderBudget;
  readonly #bySeq = new Map<number, { event: RoomEvent; bytes: number }>();

  constructor(budget: ReorderBudget) {
    this.#budget = budget;
  }

  get size(): number {
    return this.#bySeq.size;
  }

  /** Drops an event that exceeds the budget. The feed reads it from the database later. */
  add(event: RoomEvent): void {
    if (this.#bySeq.has(event.seq)) return;
    const bytes = jsonBytes(event);
    if (this.#budget.reserve(bytes)) this.#bySeq.set(event.seq, { event, bytes });
  }

  take(seq: number): RoomEvent | undefined {
    const held = this.#bySeq.get(seq);
    if (!held) return undefined;
    this.#bySeq.delete(seq);
    this.#budget.release(held.bytes);
    return held.event;
  }

  /** The events up to `seq`, in order. */
  listUpTo(seq: number): RoomEvent[] {
    return this.#listSeqs(seq).flatMap(held => this.#bySeq.get(held)?.event ?? []);
  }

  /** Removes and returns the events up to `seq`, in order. */
  takeUpTo(seq: number): RoomEvent[] {
    return this.#listSeqs(seq).flatMap(held => this.take(held) ?? []);
  }

  #listSeqs(max: number): number[] {
    return [...this.#bySeq.keys()].filter(held => held <= max).toSorted((a, b) => a - b);
  }
}
