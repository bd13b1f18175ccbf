/** What a page knows of conversations in rooms that were marked as unread. */
export class HeldConversations {
  /** By room: those that were opened since. */
  readonly #opened = new Map<string, Set<string>>();
  /** By room: up to where the person read them after a move back that the server has not answered. */
  readonly #later = new Map<string, Map<string, number>>();

  isOpenedSince(roomId: string, rootId: string): boolean {
    return this.#opened.get(roomId)?.has(rootId) ?? false;
  }

  open(roomId: string, rootId: string): void {
    this.#opened.set(roomId, (this.#opened.get(roomId) ?? new Set()).add(rootId));
  }

  readLater(roomId: string, rootId: string, seq: number): void {
    this.#later.set(roomId, (this.#later.get(roomId) ?? new Map<string, number>()).set(rootId, seq));
  }

  takeLater(roomId: string): ReadonlyMap<string, number> {
    const reads = this.#later.get(roomId) ?? new Map<string, number>();
    this.#later.delete(roomId);
    return reads;
  }

  /** The room is opened, or marked as unread again. */
  end(roomId: string): void {
    this.#opened.delete(roomId);
    this.#later.delete(roomId);
  }

  clear(): void {
    this.#opened.clear();
    this.#later.clear();
  }
}
