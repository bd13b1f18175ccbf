import { type CheckedRoom, checkRoom, type Fault } from '../check/check-rooms.ts';
import type { ImportRun } from './import-run.ts';

/** Then no more rooms are checked. */
const MAX_FAULTS = 100;

/**
 * Checks the rooms that have messages of the archive. SQLite has the pages of a room in memory right after its last message. PostgreSQL
 * first needs statistics of the new rows: without them, the checks take four times as long.
 */
export class RoomChecks {
  readonly #run: ImportRun;
  /** Whether all of a room came by this import. */
  readonly #written = new Map<string, boolean>();
  readonly #faults: Fault[] = [];

  constructor(run: ImportRun) {
    this.#run = run;
  }

  async add({ roomId, isWhole }: CheckedRoom): Promise<void> {
    this.#written.set(roomId, isWhole && (this.#written.get(roomId) ?? true));
    if (this.#run.engine === 'sqlite') await this.#check(roomId);
  }

  /** After all rooms. Returns their faults. */
  async finish(): Promise<Fault[]> {
    if (this.#run.engine === 'postgres') for (const roomId of this.#written.keys()) await this.#check(roomId);
    return this.#faults;
  }

  async #check(roomId: string): Promise<void> {
    const isWhole = this.#written.get(roomId) === true;
    if (this.#faults.length < MAX_FAULTS)
      this.#faults.push(...(await checkRoom(this.#run.db, { roomId, isWhole })));
  }
}
