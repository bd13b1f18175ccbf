import type { Room, Topic } from '@snug/protocol';
import type { Publication } from '../db/mutation.ts';
import type { Db } from '../db/schema.ts';
import { findRoom } from './room-store.ts';

/** How long the list of rooms may lag behind: many changes of a room in this time are told as one. */
const MERGE_MS = 250;

export interface SummaryOptions {
  read: Db;
  publish: (publications: readonly Publication[]) => void;
  setTimer: (run: () => void, ms: number) => void;
  onFailure: (error: unknown) => void;
}

/** Tells everyone's list of rooms what happens in rooms that they do not have open. */
export class RoomSummaries {
  readonly #options: SummaryOptions;
  readonly #changed = new Set<string>();

  constructor(options: SummaryOptions) {
    this.#options = options;
  }

  /** Notes that a room changed; costs nothing more while it is noted already. */
  note(roomId: string): void {
    if (this.#changed.size === 0) {
      this.#options.setTimer(() => void this.#tell().catch(this.#options.onFailure), MERGE_MS);
    }
    this.#changed.add(roomId);
  }

  async #tell(): Promise<void> {
    const roomIds = [...this.#changed];
    this.#changed.clear();
    const rooms = await Promise.all(roomIds.map(roomId => findRoom(this.#options.read, roomId)));
    const topic: Topic = 'rooms';
    this.#options.publish(
      rooms
        .filter((room): room is Room => room !== undefined)
        .map(room => ({ topic, event: { type: 'room_summary', room } })),
    );
  }
}
