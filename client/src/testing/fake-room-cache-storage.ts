import type { CachedRoom, CachedRoomList, RoomCacheStorage } from '../room-cache-storage.ts';

/** What one person saw last, as a browser keeps it for the next page. */
export class FakeRoomCacheStorage implements RoomCacheStorage {
  /** `closed`: nothing can be stored or read. */
  state: 'well' | 'closed' = 'well';
  /** While there is one, what is loaded waits for it. */
  loadGate: Promise<void> | undefined;
  list: CachedRoomList | undefined;
  rooms: CachedRoom[] = [];

  readonly load = async () => {
    await this.loadGate;
    this.#check();
    return clone({ list: this.list, rooms: this.rooms });
  };

  readonly putList = async (list: CachedRoomList) => {
    this.#check();
    this.list = clone(list);
  };

  readonly putRoom = async (room: CachedRoom, most: number) => {
    this.#check();
    const others = this.rooms.filter(other => other.room.id !== room.room.id);
    this.rooms = [...others, clone(room)].slice(-most);
  };

  readonly clear = async () => {
    this.#check();
    this.list = undefined;
    this.rooms = [];
  };

  #check(): void {
    if (this.state === 'closed') throw new Error('storage is closed');
  }
}

/** What is kept is a copy, and never the thing itself. */
function clone<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}
