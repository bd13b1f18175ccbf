import { Store } from '@snug/client';
import { compareCursors, type ListedRoom, toListCursor } from '@snug/protocol';
import type { ReadableStore } from '../../../state/use-store.ts';

type Rooms = readonly ListedRoom[] | undefined;
type Compare = (one: ListedRoom, other: ListedRoom) => number;

export class StableRoomOrder {
  readonly #source: ReadableStore<Rooms>;
  readonly #compare: Compare;
  readonly #shown: Store<Rooms>;
  #isLocked = false;
  #last = 0;
  #openId: string | undefined;

  /** `compare`: the order of `source`. */
  constructor(source: ReadableStore<Rooms>, compare: Compare = compareActivity) {
    this.#source = source;
    this.#compare = compare;
    this.#shown = new Store(source.get());
  }

  readonly get = (): Rooms => this.#shown.get();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#update();
    const stops = [this.#source.subscribe(() => this.#update()), this.#shown.subscribe(listener)];
    return () => {
      for (const stop of stops) stop();
    };
  };

  lock(isHeld: boolean): void {
    if (this.#isLocked === isHeld) return;
    this.#isLocked = isHeld;
    this.#update();
  }

  setLastVisible(last: number): void {
    this.#last = last;
  }

  /** The open room is always in the list, even if it is new. */
  setOpenRoom(roomId: string | undefined): void {
    this.#openId = roomId;
    this.#update();
  }

  #update(): void {
    const [shown, now] = [this.#shown.get(), this.#source.get()];
    const has = (rooms: Rooms) => rooms?.some(({ id }) => id === this.#openId) ?? false;
    const isNewlyOpen = this.#openId !== undefined && has(now) && !has(shown);
    const isKept = this.#isLocked && shown && now && !isNewlyOpen;
    this.#shown.set(isKept ? mergeKeepingOrder(shown, now, this.#last, this.#compare) : now);
  }
}

/** Keeps the rows up to index `last` in the order of `shown`. New rows above `last` are left out. */
export function mergeKeepingOrder(
  shown: readonly ListedRoom[],
  now: readonly ListedRoom[],
  last: number,
  compare: Compare,
): readonly ListedRoom[] {
  const byId = new Map(now.map(room => [room.id, room]));
  const remaining = shown.flatMap(({ id }) => byId.get(id) ?? []);
  const head = remaining.slice(0, last + 1);
  const edge = shown[Math.min(last, shown.length - 1)];
  const known = new Set(remaining.map(({ id }) => id));
  const isBelow = (room: ListedRoom) => !edge || compare(edge, room) < 0;
  const added = now.filter(room => !known.has(room.id) && isBelow(room));
  if (added.length === 0) return remaining;
  const tail = [...remaining.slice(last + 1), ...added];
  return [...head, ...tail.toSorted(compare)];
}

export function compareActivity(one: ListedRoom, other: ListedRoom): number {
  return compareCursors(toListCursor(one), toListCursor(other));
}
