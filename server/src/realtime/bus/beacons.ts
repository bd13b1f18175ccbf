import { isRoomEvent } from '@snug/protocol';
import type { Publication } from '../../db/mutation.ts';

/** How long a room is quiet before its position is sent once more. */
const QUIET_MS = 1_000;
const MAX_ROOMS = 10_000;

interface Head {
  seq: number;
  at: number;
}

/** The positions of rooms that this node changed, to be sent once more: a lost last event leaves no gap behind it. */
export class Beacons {
  readonly #now: () => number;
  /** The room that changed last comes last. */
  readonly #heads = new Map<string, Head>();

  /** `now`: milliseconds of a monotonic clock. */
  constructor(now: () => number) {
    this.#now = now;
  }

  record(publications: readonly Publication[]): void {
    for (const { event } of publications) if (isRoomEvent(event)) this.#put(event.roomId, event.seq);
  }

  /** Removes and returns at most `max` positions that are due. */
  take(max: number): Map<string, number> {
    const due = new Map<string, number>();
    const now = this.#now();
    for (const [roomId, { seq, at }] of this.#heads) {
      if (now - at < QUIET_MS || due.size === max) break;
      due.set(roomId, seq);
      this.#heads.delete(roomId);
    }
    return due;
  }

  #put(roomId: string, seq: number): void {
    this.#heads.delete(roomId);
    this.#heads.set(roomId, { seq, at: this.#now() });
    const [oldest] = this.#heads.keys();
    if (this.#heads.size > MAX_ROOMS && oldest !== undefined) this.#heads.delete(oldest);
  }
}
