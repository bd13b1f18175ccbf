import type { PushMinute } from './outcome-store.ts';

export const MINUTE_MS = 60_000;
/** Of one person, in all rooms. The rest of the minute ends with a summary. */
const MAX_PUSHES_PER_MINUTE = 6;
const MAX_PEOPLE = 10_000;

interface StoredMinute {
  uid: string;
  minuteAt: number | null;
  minuteCount: number | null;
}

/** Counts the pushes of each person, also those of this process that are not stored yet. */
export class PushMinutes {
  readonly #known = new Map<string, PushMinute>();

  /** Counts one more, if the minute is not full. */
  take({ uid, minuteAt, minuteCount }: StoredMinute, now: number): PushMinute & { isFree: boolean } {
    const stored = { uid, minuteAt: minuteAt ?? 0, minuteCount: minuteCount ?? 0 };
    const current = [stored, this.#known.get(uid)].filter(
      minute => minute && minute.minuteAt > now - MINUTE_MS && minute.minuteAt <= now,
    );
    const [minute = { uid, minuteAt: now, minuteCount: 0 }] = current.toSorted(
      (a, b) => (b?.minuteCount ?? 0) - (a?.minuteCount ?? 0),
    );
    if (minute.minuteCount >= MAX_PUSHES_PER_MINUTE) return { ...minute, isFree: false };
    const counted = { ...minute, minuteCount: minute.minuteCount + 1 };
    this.#keep(counted);
    return { ...counted, isFree: true };
  }

  #keep(minute: PushMinute): void {
    this.#known.delete(minute.uid);
    this.#known.set(minute.uid, minute);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MAX_PEOPLE && oldest !== undefined) this.#known.delete(oldest);
  }
}
