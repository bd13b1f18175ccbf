import type { Environment } from '../environment.ts';
import { trimCopy } from './drop-trimmed.ts';
import type { CachedRoom, CachedRoomList, RoomCacheStorage } from './room-cache-storage.ts';

/** How many rooms are cached, each with one page; and how many rows from the head of the list, plus the followed rooms. */
const MAX_CACHED_ROOMS = 20;
const MAX_CACHED_ROWS = 100;

const WRITE_DELAY_MS = 1_000;

type LoadedRooms = Awaited<ReturnType<RoomCacheStorage['load']>>;

/** Opens Snug at once and without a connection. Nothing waits for its writes. */
export class RoomCache {
  readonly #environment: Pick<Environment, 'roomCacheStorage' | 'setTimer'>;
  readonly #pendingWrites = new Map<string | undefined, (storage: RoomCacheStorage) => Promise<void>>();
  #stopTimer: (() => void) | undefined;
  /** The rooms that may have a copy. Undefined before they are known. */
  #storedIds: Set<string> | undefined;

  constructor(environment: Pick<Environment, 'roomCacheStorage' | 'setTimer'>) {
    this.#environment = environment;
  }

  /** Resolves to undefined if the storage fails. */
  async load(): Promise<LoadedRooms | undefined> {
    const loaded = await this.#environment.roomCacheStorage?.load().catch(() => undefined);
    if (loaded) this.#storedIds = new Set(loaded.rooms.map(({ room }) => room.id));
    return loaded;
  }

  /** Resolves to undefined if the storage fails, too. */
  async loadRoom(roomId: string): Promise<CachedRoom | undefined> {
    return this.#environment.roomCacheStorage?.loadRoom(roomId).catch(() => undefined);
  }

  /** `getList` runs when the write starts. At most 500 rooms are followed. */
  putList(
    epoch: string,
    getList: () => Omit<CachedRoomList, 'epoch'> & { isFollowed: (roomId: string) => boolean },
  ): void {
    this.#schedule(undefined, storage => {
      const { rooms, isFollowed, ...rest } = getList();
      const cachedRows = rooms.filter(({ id }, index) => index < MAX_CACHED_ROWS || isFollowed(id));
      return storage.putList({ epoch, rooms: cachedRows, ...rest });
    });
  }

  /**
   * `getRoom` runs when the write starts; if it returns undefined, the cached room stays. Without a visit, the room replaces its copy, or
   * is not stored.
   */
  putRoom(roomId: string, getRoom: () => CachedRoom | undefined, isVisit: boolean): void {
    // A visit that waits for its write stores the same.
    if (!isVisit && this.#pendingWrites.has(roomId)) return;
    this.#schedule(roomId, async storage => {
      const room = getRoom();
      if (!room) return;
      this.#storedIds?.add(roomId);
      await (isVisit ? storage.putRoom(room, MAX_CACHED_ROOMS) : storage.changeRoom(roomId, () => room));
    });
  }

  /** The server has trimmed the room, of which only a copy is here. */
  trimRoom(roomId: string, before: number): void {
    if (this.#storedIds?.has(roomId) === false) return;
    this.#environment.roomCacheStorage
      ?.changeRoom(roomId, copy => trimCopy(copy, before))
      .catch(() => {
        // Nothing shows the copy before it is trimmed.
      });
  }

  /** At once: this person may no longer read the room. */
  removeRoom(roomId: string): void {
    this.#pendingWrites.delete(roomId);
    this.#environment.roomCacheStorage?.removeRoom(roomId).catch(() => {
      // As in `clear`.
    });
  }

  clear(): void {
    this.#cancel();
    this.#environment.roomCacheStorage?.clear().catch(() => {
      // If removal fails, storage is most likely forbidden, and nothing was saved.
    });
  }

  /** Discards pending writes: the person may have signed out. */
  stop(): void {
    this.#cancel();
  }

  #schedule(roomId: string | undefined, put: (storage: RoomCacheStorage) => Promise<void>): void {
    if (!this.#environment.roomCacheStorage) return;
    this.#pendingWrites.set(roomId, put);
    this.#stopTimer ??= this.#environment.setTimer(() => this.#flush(), WRITE_DELAY_MS);
  }

  #flush(): void {
    const { roomCacheStorage } = this.#environment;
    const changed = [...this.#pendingWrites.values()];
    this.#cancel();
    for (const put of changed) {
      if (roomCacheStorage)
        put(roomCacheStorage).catch(() => {
          // The next page reads it from the server.
        });
    }
  }

  #cancel(): void {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    this.#pendingWrites.clear();
  }
}
