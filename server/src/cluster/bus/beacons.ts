import { isRoomEvent } from '@snug/protocol';
import type { Publication } from '../../db/mutation.ts';
import { RecentMap } from './recent-map.ts';

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
  readonly #heads = new RecentMap<string, Head>(MAX_ROOMS);

  constructor(now: () => number) {
    this.#now = now;
  }

  record(publications: readonly Publication[]): void {
    for (const { event } of publications)
      if (isRoomEvent(event)) this.#heads.set(event.roomId, { seq: event.seq, at: this.#now() });
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
}
