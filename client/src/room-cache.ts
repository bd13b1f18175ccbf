import type { ListedRoom } from '@snug/protocol';
import type { Environment } from './environment.ts';
import type { CachedRoom, RoomCacheStorage } from './room-cache-storage.ts';

/** How many rooms are kept, each with one page; and how many rows from the head of the list, beside those that are followed. */
const MAX_CACHED_ROOMS = 20;
const MAX_CACHED_ROWS = 100;

/** For how long changes gather before they are kept, ms. */
const WRITE_DELAY_MS = 1_000;

type LoadedRooms = Awaited<ReturnType<RoomCacheStorage['load']>>;

/** What one person saw last, kept for when Snug is opened again: at once, and without a connection. Nothing waits for it. */
export class RoomCache {
  readonly #environment: Pick<Environment, 'roomCacheStorage' | 'setTimer'>;
  /** What is to be kept next, by its room; the list has none. */
  readonly #pendingWrites = new Map<string | undefined, (storage: RoomCacheStorage) => Promise<void>>();
  #stopTimer: (() => void) | undefined;

  constructor(environment: Pick<Environment, 'roomCacheStorage' | 'setTimer'>) {
    this.#environment = environment;
  }

  /** Resolves to nothing where nothing can be kept. */
  async load(): Promise<LoadedRooms | undefined> {
    return this.#environment.roomCacheStorage?.load().catch(() => undefined);
  }

  /** `look`: the list, asked for when its turn comes. At most 500 rooms are followed. */
  putList(
    epoch: string,
    getList: () => { rooms: readonly ListedRoom[]; isFollowed: (roomId: string) => boolean },
  ): void {
    this.#schedule(undefined, storage => {
      const { rooms, isFollowed } = getList();
      const cachedRows = rooms.filter(({ id }, index) => index < MAX_CACHED_ROWS || isFollowed(id));
      return storage.putList({ epoch, rooms: cachedRows });
    });
  }

  /** `look`: what is to be kept of the room, asked when its turn comes; nothing leaves what is kept as it is. */
  putRoom(roomId: string, getRoom: () => CachedRoom | undefined): void {
    this.#schedule(roomId, async storage => {
      const room = getRoom();
      if (room) await storage.putRoom(room, MAX_CACHED_ROOMS);
    });
  }

  /** Forgets everything. */
  clear(): void {
    this.#cancel();
    this.#environment.roomCacheStorage?.clear().catch(() => {
      // What cannot be removed was most likely never there.
    });
  }

  /** Keeps nothing of what gathers: it may be that the person is gone. */
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
          // Then it is read from the server the next time.
        });
    }
  }

  #cancel(): void {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    this.#pendingWrites.clear();
  }
}
