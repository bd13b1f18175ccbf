import { type EventOf, MAX_LISTED_PEOPLE, roomTopic, viewersTopic } from '@snug/protocol';
import type { Publication } from '../db/mutation.ts';

/** Changes are batched for this time: five hundred people who open a room at once cause one event. */
const PUBLISH_DELAY_MS = 500;

export interface RoomViewersOptions {
  publish: (publications: readonly Publication[]) => void;
  setTimer: (run: () => void, ms: number) => void;
}

/** The people who have each room open. A person with several connections counts once. */
export class RoomViewers {
  readonly #options: RoomViewersOptions;
  /** By room, the number of connections per person. */
  readonly #rooms = new Map<string, Map<string, number>>();
  /** By room, the people whose connections changed since the last event. */
  readonly #changed = new Map<string, Set<string>>();

  constructor(options: RoomViewersOptions) {
    this.#options = options;
  }

  enter(roomId: string, uid: string): void {
    const room = this.#rooms.get(roomId) ?? new Map<string, number>();
    this.#rooms.set(roomId, room.set(uid, (room.get(uid) ?? 0) + 1));
    this.#recordChange(roomId, uid);
  }

  leave(roomId: string, uid: string): void {
    const room = this.#rooms.get(roomId);
    const left = (room?.get(uid) ?? 0) - 1;
    if (left > 0) room?.set(uid, left);
    else room?.delete(uid);
    if (room?.size === 0) this.#rooms.delete(roomId);
    this.#recordChange(roomId, uid);
  }

  /** The latest person is last. */
  list(roomId: string): string[] {
    return [...(this.#rooms.get(roomId)?.keys() ?? [])];
  }

  #recordChange(roomId: string, uid: string): void {
    if (this.#changed.size === 0) this.#options.setTimer(() => this.#publish(), PUBLISH_DELAY_MS);
    const changed = this.#changed.get(roomId);
    if (changed) changed.add(uid);
    else this.#changed.set(roomId, new Set([uid]));
  }

  #publish(): void {
    const changed = [...this.#changed];
    this.#changed.clear();
    this.#options.publish(changed.flatMap(([roomId, uids]) => this.#toPublications(roomId, [...uids])));
  }

  // Publishes the current state instead of the changes: a new subscriber may have read some of the changes already.
  #toPublications(roomId: string, uids: readonly string[]): Publication[] {
    const room = this.#rooms.get(roomId);
    const count = room?.size ?? 0;
    const entered = uids.filter(uid => room?.has(uid));
    const left = uids.filter(uid => !room?.has(uid));
    const isTruncated = Math.max(entered.length, left.length) > MAX_LISTED_PEOPLE;
    const viewersChanged: EventOf<'viewers_changed'> = {
      type: 'viewers_changed',
      roomId,
      count,
      entered: entered.slice(-MAX_LISTED_PEOPLE),
      left: left.slice(-MAX_LISTED_PEOPLE),
      ...(isTruncated && { more: true as const }),
    };
    return [
      { topic: roomTopic(roomId), event: { type: 'viewer_count', roomId, count } },
      { topic: viewersTopic(roomId), event: viewersChanged },
    ];
  }
}
