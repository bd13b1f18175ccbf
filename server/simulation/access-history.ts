import type { Event, ServerFrame } from '@snug/protocol';

interface Period {
  readers: ReadonlySet<string>;
  firstSeq: number;
  lastSeq: number;
  /** ms since 1970. Undefined for the present. */
  endedAt: number | undefined;
}

export interface AccessState {
  seq: number;
  readers: ReadonlySet<string>;
  /** Readers at a step of the commit, who may have been removed by a later one. */
  passing: readonly string[];
}

/** Who could read a private room at which position of its log. Throws if somebody receives what they could never read. */
export class AccessHistory {
  readonly roomId: string;
  readonly #now: () => number;
  readonly #periods: Period[] = [];
  /** How many positions were checked. */
  checkCount = 0;

  constructor(roomId: string, now: () => number) {
    this.roomId = roomId;
    this.#now = now;
  }

  /** Grows when somebody gets or loses access. */
  get moment(): number {
    return this.#periods.length - 1;
  }

  couldReadSince(uid: string, moment: number): boolean {
    return this.#periods.slice(moment).some(({ readers }) => readers.has(uid));
  }

  /** Also if access ended within the last `ms`. */
  couldReadWithin(uid: string, ms: number): boolean {
    const from = this.#now() - ms;
    return this.#periods.some(({ readers, endedAt }) => readers.has(uid) && (endedAt ?? from) >= from);
  }

  /** The state after a commit. */
  record({ seq, readers, passing }: AccessState): void {
    const last = this.#periods.at(-1);
    if (last && passing.some(uid => !readers.has(uid))) {
      const all = new Set([...last.readers, ...readers, ...passing]);
      this.#begin({ readers: all, firstSeq: last.lastSeq, lastSeq: seq });
      this.#begin({ readers, firstSeq: seq, lastSeq: seq });
      return;
    }
    const isSame = last?.readers.size === readers.size && [...readers].every(uid => last.readers.has(uid));
    if (last && isSame) last.lastSeq = seq;
    else this.#begin({ readers, firstSeq: seq, lastSeq: seq });
  }

  #begin(period: Omit<Period, 'endedAt'>): void {
    const last = this.#periods.at(-1);
    if (last) last.endedAt = this.#now();
    this.#periods.push({ ...period, endedAt: undefined });
  }

  /** Called for each frame that a server sends to a person. */
  verify(uid: string, text: string): void {
    if (!text.includes(this.roomId)) return;
    const frame = JSON.parse(text) as ServerFrame;
    const parts = 'events' in frame ? frame.events.filter(event => !isEndOfAccess(event, uid)) : [frame];
    for (const seq of parts.flatMap(part => this.#listPositions(part))) {
      this.checkCount++;
      if (!this.#couldRead(uid, seq))
        throw new Error(`${uid} received position ${seq} of a room that they could not read: ${text}`);
    }
  }

  /** At a moment when the log had reached the position, or just before the commit that contains it. */
  #couldRead(uid: string, seq: number): boolean {
    const found = this.#periods.findIndex(({ lastSeq }) => lastSeq >= seq);
    const from = found === -1 ? this.#periods.length - 1 : found;
    const isPreceded = (this.#periods[from]?.firstSeq ?? 0) >= seq;
    return this.#periods
      .slice(Math.max(0, isPreceded ? from - 1 : from))
      .some(({ readers }) => readers.has(uid));
  }

  /** The positions of all messages, rows, events and heartbeats of the room in a value. */
  #listPositions(value: unknown): number[] {
    if (!value || typeof value !== 'object') return [];
    const { roomId, id, seq, changedSeq, [this.roomId]: head } = value as Record<string, unknown>;
    const isOfRoom = roomId === this.roomId || id === this.roomId;
    const own = isOfRoom ? [seq, changedSeq, head] : [head];
    const inner = Object.values(value).flatMap(each => this.#listPositions(each));
    return [...own.filter(each => typeof each === 'number'), ...inner];
  }
}

function isEndOfAccess(event: Event, uid: string): boolean {
  return event.type === 'member_changed' && event.uid === uid && !event.canRead;
}
