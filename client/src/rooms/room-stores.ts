import { isListed } from './memberships.ts';
import type { RoomStore } from './room.ts';
import type { RoomPeopleStore } from './room-people.ts';

interface RoomStoresOptions {
  create: (roomId: string) => RoomStore;
  createPeople: (roomId: string) => RoomPeopleStore;
}

/** The rooms that were used since the start. */
export class RoomStores {
  readonly #options: RoomStoresOptions;
  readonly #rooms = new Map<string, RoomStore>();
  readonly #people = new Map<string, RoomPeopleStore>();

  constructor(options: RoomStoresOptions) {
    this.#options = options;
  }

  get(roomId: string): RoomStore {
    return getOrCreate(this.#rooms, roomId, this.#options.create);
  }

  getPeople(roomId: string): RoomPeopleStore {
    return getOrCreate(this.#people, roomId, this.#options.createPeople);
  }

  find(roomId: string): RoomStore | undefined {
    return this.#rooms.get(roomId);
  }

  findOpen(roomId: string): RoomStore | undefined {
    const room = this.#rooms.get(roomId);
    return room?.isOpen ? room : undefined;
  }

  get openIds(): string[] {
    return [...this.#rooms].filter(([, room]) => room.isOpen).map(([id]) => id);
  }

  get closed(): RoomStore[] {
    return [...this.#rooms.values()].filter(room => !room.isOpen);
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
