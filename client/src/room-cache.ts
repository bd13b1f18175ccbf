import type { ListedRoom } from '@snug/protocol';
import type { Environment } from './environment.ts';
import type { KeptRoom, RoomsStorage } from './room-cache-storage.ts';

/** How many rooms are kept, each with one page; and how many rows from the head of the list, beside those that are followed. */
const MOST_ROOMS = 20;
const MOST_LISTED = 100;

/** For how long changes gather before they are kept, ms. */
const GATHER_MS = 1_000;

type Loaded = Awaited<ReturnType<RoomsStorage['load']>>;

/** What one person saw last, kept for when Snug is opened again: at once, and without a connection. Nothing waits for it. */
export class KeptRooms {
  readonly #environment: Pick<Environment, 'rooms' | 'setTimer'>;
  /** What is to be kept next, by its room; the list has none. */
  readonly #changed = new Map<string | undefined, (storage: RoomsStorage) => Promise<void>>();
  #stopTimer: (() => void) | undefined;

  constructor(environment: Pick<Environment, 'rooms' | 'setTimer'>) {
    this.#environment = environment;
  }

  /** Resolves to nothing where nothing can be kept. */
  async load(): Promise<Loaded | undefined> {
    return this.#environment.rooms?.load().catch(() => undefined);
  }

  /** `look`: the list, asked for when its turn comes. At most 500 rooms are followed. */
  keepList(
    epoch: string,
    look: () => { rooms: readonly ListedRoom[]; isFollowed: (roomId: string) => boolean },
  ): void {
    this.#later(undefined, storage => {
      const { rooms, isFollowed } = look();
      const kept = rooms.filter(({ id }, index) => index < MOST_LISTED || isFollowed(id));
      return storage.putList({ epoch, rooms: kept });
    });
  }

  /** `look`: what is to be kept of the room, asked when its turn comes; nothing leaves what is kept as it is. */
  keepRoom(roomId: string, look: () => KeptRoom | undefined): void {
    this.#later(roomId, async storage => {
      const room = look();
      if (room) await storage.putRoom(room, MOST_ROOMS);
    });
  }

  /** Forgets everything. */
  clear(): void {
    this.#drop();
    this.#environment.rooms?.clear().catch(() => {
      // What cannot be removed was most likely never there.
    });
  }

  /** Keeps nothing of what gathers: it may be that the person is gone. */
  stop(): void {
    this.#drop();
  }

  #later(roomId: string | undefined, put: (storage: RoomsStorage) => Promise<void>): void {
    if (!this.#environment.rooms) return;
    this.#changed.set(roomId, put);
    this.#stopTimer ??= this.#environment.setTimer(() => this.#keep(), GATHER_MS);
  }

  #keep(): void {
    const { rooms } = this.#environment;
    const changed = [...this.#changed.values()];
    this.#drop();
    for (const put of changed) {
      if (rooms)
        put(rooms).catch(() => {
          // Then it is read from the server the next time.
        });
    }
  }

  #drop(): void {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    this.#changed.clear();
  }
}
