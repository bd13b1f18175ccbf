import type { RoomEvent } from '@snug/protocol';
import { jsonBytes } from '../limits/json-bytes.ts';

/** Most events, and most bytes of them, that a node holds for all of its rooms together. */
const MAX_EVENTS = 5_000;
const MAX_BYTES = 8 * 1024 * 1024;

/** What all rooms of a node hold together. */
export class HeldBudget {
  #events = 0;
  #bytes = 0;

  take(bytes: number): boolean {
    if (this.#events >= MAX_EVENTS || this.#bytes + bytes > MAX_BYTES) return false;
    this.#events++;
    this.#bytes += bytes;
    return true;
  }

  give(bytes: number): void {
    this.#events--;
    this.#bytes -= bytes;
  }
}

/** The events of one room that came before those in front of them. */
export class HeldEvents {
  readonly #budget: HeldBudget;
  readonly #bySeq = new Map<number, { event: RoomEvent; bytes: number }>();

  constructor(budget: HeldBudget) {
    this.#budget = budget;
  }

  get size(): number {
    return this.#bySeq.size;
  }

  /** An event that does not fit is dropped: the database has what it says. */
  hold(event: RoomEvent): void {
    if (this.#bySeq.has(event.seq)) return;
    const bytes = jsonBytes(event);
    if (this.#budget.take(bytes)) this.#bySeq.set(event.seq, { event, bytes });
  }

  take(seq: number): RoomEvent | undefined {
    const held = this.#bySeq.get(seq);
    if (!held) return undefined;
    this.#bySeq.delete(seq);
    this.#budget.give(held.bytes);
    return held.event;
  }

  /** Takes out those up to `seq`, in order. */
  takeTo(seq: number): RoomEvent[] {
    const seqs = [...this.#bySeq.keys()].filter(held => held <= seq).toSorted((a, b) => a - b);
    return seqs.flatMap(held => this.take(held) ?? []);
  }
}
