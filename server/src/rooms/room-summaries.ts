import { type RoomEvent, roomTopic } from '@snug/protocol';
import type { Publication } from '../db/mutation.ts';
import type { Db } from '../db/schema.ts';
import { findRoom } from './room-store.ts';

/** How long the list of rooms may lag behind: many changes of a room in this time are told as one. */
const MERGE_MS = 250;

/** The events that say all that a summary would. */
const SAY_ALL: ReadonlySet<RoomEvent['type']> = new Set(['message_sent', 'room_edited']);

export interface SummaryOptions {
  read: Db;
  publish: (publications: readonly Publication[]) => void;
  setTimer: (run: () => void, ms: number) => void;
  onFailure: (error: unknown) => void;
}

/** Tells everyone's list of rooms what happens in rooms that they do not have open. */
export class RoomSummaries {
  readonly #options: SummaryOptions;
  /** Whether those who have the room open were told of all that its summary says. */
  readonly #changed = new Map<string, boolean>();

  constructor(options: SummaryOptions) {
    this.#options = options;
  }

  /** Notes that a room changed by an event; costs nothing more while it is noted already. */
  note({ type, roomId }: RoomEvent): void {
    if (this.#changed.size === 0) {
      this.#options.setTimer(() => void this.#tell().catch(this.#options.onFailure), MERGE_MS);
    }
    this.#changed.set(roomId, SAY_ALL.has(type) && (this.#changed.get(roomId) ?? true));
  }

  async #tell(): Promise<void> {
    const changed = [...this.#changed];
    this.#changed.clear();
    const summaries = await Promise.all(changed.map(([roomId, isKnown]) => this.#summarize(roomId, isKnown)));
    this.#options.publish(summaries.flat());
  }

  async #summarize(roomId: string, isKnownInside: boolean): Promise<Publication[]> {
    const room = await findRoom(this.#options.read, roomId);
    if (!room) return [];
    const except = isKnownInside && { except: roomTopic(roomId) };
    return [{ topic: 'rooms', event: { type: 'room_summary', room }, ...except }];
  }
}
