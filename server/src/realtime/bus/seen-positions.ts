const MAX_ROOMS = 5_000;

/** The last positions that the bus has delivered, of the rooms that changed last. */
export class SeenPositions {
  readonly #seqs = new Map<string, number>();

  put(roomId: string, seq: number): void {
    const known = this.#seqs.get(roomId) ?? 0;
    this.#seqs.delete(roomId);
    this.#seqs.set(roomId, Math.max(known, seq));
    if (this.#seqs.size <= MAX_ROOMS) return;
    const [oldest] = this.#seqs.keys();
    if (oldest !== undefined) this.#seqs.delete(oldest);
  }

  /** False also for a room that changed long ago. */
  has(roomId: string, seq: number): boolean {
    return seq <= (this.#seqs.get(roomId) ?? -1);
  }
}
