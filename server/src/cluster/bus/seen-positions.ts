import { RecentMap } from './recent-map.ts';

const MAX_ROOMS = 5_000;

/** The last positions that the bus has delivered, of the rooms that changed last. */
export class SeenPositions {
  readonly #seqs = new RecentMap<string, number>(MAX_ROOMS);

  put(roomId: string, seq: number): void {
    this.#seqs.set(roomId, Math.max(this.#seqs.get(roomId) ?? 0, seq));
  }

  /** False also for a room that changed long ago. */
  has(roomId: string, seq: number): boolean {
    return seq <= (this.#seqs.get(roomId) ?? -1);
  }
}
