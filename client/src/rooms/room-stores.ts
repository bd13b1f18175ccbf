import { isListed } from './memberships.ts';
import type { RoomStore } from './room.ts';
import type { RoomLog } from './room-log.ts';
import type { RoomPeopleStore } from './room-people.ts';

/** How many closed rooms keep their messages. As many are in the cache, for the next start. */
const MAX_CLOSED_ROOMS = 20;

interface RoomStoresOptions {
  create: (roomId: string) => RoomStore;
  createPeople: (roomId: string) => RoomPeopleStore;
  /** Whether a closed room keeps its messages beyond the bound. */
  isNeeded: (roomId: string) => boolean;
}

/**
 * The rooms that were used since the start. A room keeps its store, because the page holds stores by reference. Closed rooms
 * beyond a bound lose only their messages.
 */
export class RoomStores {
  readonly #options: RoomStoresOptions;
  readonly #rooms = new Map<string, RoomStore>();
  /** The ids of rooms that can have messages, the last used one last. */
  readonly #lastUsed = new Set<string>();
  readonly #people = new Map<string, RoomPeopleStore>();

  constructor(options: RoomStoresOptions) {
    this.#options = options;
  }

  get(roomId: string): RoomStore {
    this.#use(roomId);
    return getOrCreate(this.#rooms, roomId, this.#options.create);
  }

  getPeople(roomId: string): RoomPeopleStore {
    return getOrCreate(this.#people, roomId, this.#options.createPeople);
  }

  findPeople(roomId: string): RoomPeopleStore | undefined {
    return this.#people.get(roomId);
  }

  find(roomId: string): RoomStore | undefined {
    return this.#rooms.get(roomId);
  }

  findOpen(roomId: string): RoomStore | undefined {
    const room = this.#rooms.get(roomId);
    return room?.isOpen ? room : undefined;
  }

  /** Of all rooms whose messages are in memory. */
  get logs(): RoomLog[] {
    return [...this.#rooms.values()].flatMap(room => room.view.get().log ?? []);
  }

  get openIds(): string[] {
    return [...this.#rooms].filter(([, room]) => room.isOpen).map(([id]) => id);
  }

  get closed(): RoomStore[] {
    return [...this.#rooms.values()].filter(room => !room.isOpen);
  }

  /** Closed rooms that have messages. */
  get copyIds(): string[] {
    return [...this.#rooms].filter(([, room]) => !room.isOpen && room.view.get().log).map(([id]) => id);
  }

  /** A closed room has messages. The longest unused rooms beyond the bound forget theirs. */
  onUnused(unusedId: string): void {
    this.#use(unusedId);
    const { isNeeded } = this.#options;
    const isUnused = (roomId: string) => {
      const room = this.#rooms.get(roomId);
      return room?.view.get().log !== undefined && !room.isInUse;
    };
    const unused = [...this.#lastUsed].filter(isUnused);
    for (const roomId of unused.slice(0, -MAX_CLOSED_ROOMS)) {
      if (isNeeded(roomId)) continue;
      this.#lastUsed.delete(roomId);
      this.#rooms.get(roomId)?.forget();
    }
  }

  #use(roomId: string): void {
    this.#lastUsed.delete(roomId);
    this.#lastUsed.add(roomId);
  }

  clear(): void {
    for (const room of this.#rooms.values()) room.clear();
  }

  onReconnected(): void {
    for (const room of this.#rooms.values()) room.openAgain();
  }

  /** Opens rooms again whose membership is not as the server lists it: its event got lost. */
  onJoinedRead(isJoined: (roomId: string) => boolean): void {
    for (const [roomId, room] of this.#rooms) {
      const { log } = room.view.get();
      if (!room.isOpen || !log || log.room.archivedAt !== undefined) continue;
      if (isListed(log.membership) !== isJoined(roomId)) room.openAgain();
    }
  }

  readPeopleAgain(): void {
    for (const people of this.#people.values()) people.readAgain();
  }
}

function getOrCreate<Value>(map: Map<string, Value>, key: string, create: (key: string) => Value): Value {
  const known = map.get(key);
  if (known) return known;
  const value = create(key);
  map.set(key, value);
  return value;
}
