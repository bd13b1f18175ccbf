const NO_ROOMS: ReadonlySet<string> = new Set();

/** The rooms that events of `list` leave out for one subscriber. Until they are read, it receives no such events. */
export class HiddenRooms {
  #ids: ReadonlySet<string> | undefined;
  /** Changes during each running read, by room id: its result may be older. */
  readonly #changes = new Set<Map<string, boolean>>();
  #hasSkipped = false;

  get isKnown(): boolean {
    return this.#ids !== undefined;
  }

  /** Those of the rooms that are hidden. */
  select(roomIds: readonly string[]): string[] {
    const ids = this.#ids ?? NO_ROOMS;
    return ids.size === 0 ? [] : roomIds.filter(roomId => ids.has(roomId));
  }

  /** Records that the subscriber did not receive an event, because the rooms are not known yet. */
  skip(): void {
    this.#hasSkipped = true;
  }

  change(roomId: string, isHidden: boolean): void {
    for (const changes of this.#changes) changes.set(roomId, isHidden);
    if (this.#ids && this.#ids.has(roomId) !== isHidden) this.#ids = merge(this.#ids, [[roomId, isHidden]]);
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
  changes: Iterable<readonly [roomId: string, isHidden: boolean]>,
): ReadonlySet<string> {
  const merged = new Set(ids);
  for (const [roomId, isHidden] of changes) {
    if (isHidden) merged.add(roomId);
    else merged.delete(roomId);
  }
  return merged;
}
