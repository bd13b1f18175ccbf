const NO_ROOMS: ReadonlySet<string> = new Set();

/** The rooms from which a subscriber is banned, which events of `list` leave out. Until they are read, it receives no such events. */
export class BannedRooms {
  #ids: ReadonlySet<string> | undefined;
  /** Changes during each running read, by room id: its result may be older. */
  readonly #changes = new Set<Map<string, boolean>>();
  #hasSkipped = false;

  get isKnown(): boolean {
    return this.#ids !== undefined;
  }

  /** Those of the rooms from which the person is banned. */
  select(roomIds: readonly string[]): string[] {
    const ids = this.#ids ?? NO_ROOMS;
    return ids.size === 0 ? [] : roomIds.filter(roomId => ids.has(roomId));
  }

  /** Records that the subscriber did not receive an event, because the rooms are not known yet. */
  skip(): void {
    this.#hasSkipped = true;
  }

  change(roomId: string, isBanned: boolean): void {
    for (const changes of this.#changes) changes.set(roomId, isBanned);
    if (this.#ids && this.#ids.has(roomId) !== isBanned) this.#ids = merge(this.#ids, [[roomId, isBanned]]);
  }

  /** Returns whether the subscriber has missed events. */
  async read(readIds: () => Promise<ReadonlySet<string>>): Promise<boolean> {
    const changes = new Map<string, boolean>();
    this.#changes.add(changes);
    try {
      this.#ids = merge(await readIds(), changes);
    } finally {
      this.#changes.delete(changes);
    }
    const hasSkipped = this.#hasSkipped;
    this.#hasSkipped = false;
    return hasSkipped;
  }
}

function merge(
  ids: ReadonlySet<string>,
  changes: Iterable<readonly [roomId: string, isBanned: boolean]>,
): ReadonlySet<string> {
  const merged = new Set(ids);
  for (const [roomId, isBanned] of changes) {
    if (isBanned) merged.add(roomId);
    else merged.delete(roomId);
  }
  return merged;
}
