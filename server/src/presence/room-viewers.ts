import { type EventOf, hereTopic, MAX_LISTED_PEOPLE, roomTopic } from '@snug/protocol';
import type { Publication } from '../db/mutation.ts';

/** For how long comings and goings gather: five hundred who open a room at once are told as one. */
const MERGE_MS = 500;

export interface AttendanceOptions {
  publish: (publications: readonly Publication[]) => void;
  setTimer: (run: () => void, ms: number) => void;
}

/** Who has which room open, be it on one connection or on several. */
export class Attendance {
  readonly #options: AttendanceOptions;
  /** By room, on how many connections each person has it open. */
  readonly #rooms = new Map<string, Map<string, number>>();
  /** By room, who came or went since it was told last. */
  readonly #moved = new Map<string, Set<string>>();

  constructor(options: AttendanceOptions) {
    this.#options = options;
  }

  /** A connection of a person opened a room. */
  enter(roomId: string, uid: string): void {
    const room = this.#rooms.get(roomId) ?? new Map<string, number>();
    this.#rooms.set(roomId, room.set(uid, (room.get(uid) ?? 0) + 1));
    this.#note(roomId, uid);
  }

  /** A connection of a person closed a room that it had opened. */
  leave(roomId: string, uid: string): void {
    const room = this.#rooms.get(roomId);
    const left = (room?.get(uid) ?? 0) - 1;
    if (left > 0) room?.set(uid, left);
    else room?.delete(uid);
    if (room?.size === 0) this.#rooms.delete(roomId);
    this.#note(roomId, uid);
  }

  /** Those who have the room open, who came last at the end. */
  list(roomId: string): string[] {
    return [...(this.#rooms.get(roomId)?.keys() ?? [])];
  }

  #note(roomId: string, uid: string): void {
    if (this.#moved.size === 0) this.#options.setTimer(() => this.#tell(), MERGE_MS);
    const moved = this.#moved.get(roomId);
    if (moved) moved.add(uid);
    else this.#moved.set(roomId, new Set([uid]));
  }

  #tell(): void {
    const moved = [...this.#moved];
    this.#moved.clear();
    this.#options.publish(moved.flatMap(([roomId, uids]) => this.#changes(roomId, [...uids])));
  }

  // As it is now, and not what happened: whoever began to watch in between has read a part of that already.
  #changes(roomId: string, uids: readonly string[]): Publication[] {
    const room = this.#rooms.get(roomId);
    const count = room?.size ?? 0;
    const entered = uids.filter(uid => room?.has(uid));
    const left = uids.filter(uid => !room?.has(uid));
    const isMore = Math.max(entered.length, left.length) > MAX_LISTED_PEOPLE;
    const moved: EventOf<'here_changed'> = {
      type: 'here_changed',
      roomId,
      count,
      entered: entered.slice(-MAX_LISTED_PEOPLE),
      left: left.slice(-MAX_LISTED_PEOPLE),
      ...(isMore && { more: true as const }),
    };
    return [
      { topic: roomTopic(roomId), event: { type: 'here_count', roomId, count } },
      { topic: hereTopic(roomId), event: moved },
    ];
  }
}
