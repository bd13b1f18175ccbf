import type { CachedRoom, CachedRoomList, RoomCacheStorage } from '../rooms/room-cache-storage.ts';

/** The room cache of one person, which outlives a page. */
export class FakeRoomCacheStorage implements RoomCacheStorage {
  /** `closed`: all operations fail. */
  state: 'well' | 'closed' = 'well';
  /** If set, `load` and `changeRoom` wait for it, and so does the result of `loadRoom`. */
  loadGate: Promise<void> | undefined;
  list: CachedRoomList | undefined;
  rooms: CachedRoom[] = [];

  readonly load = async () => {
    await this.loadGate;
    this.#check();
    return clone({ list: this.list, rooms: this.rooms });
  };

  readonly loadRoom = async (roomId: string) => {
    this.#check();
    const found = this.rooms.find(({ room }) => room.id === roomId);
    await this.loadGate;
    return found && clone(found);
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

  readonly changeRoom = async (roomId: string, change: (copy: CachedRoom) => CachedRoom) => {
    this.#check();
    await this.loadGate;
    this.rooms = this.rooms.map(known => (known.room.id === roomId ? clone(change(clone(known))) : known));
  };

  readonly removeRoom = async (roomId: string) => {
    this.#check();
    this.rooms = this.rooms.filter(({ room }) => room.id !== roomId);
    if (this.list) this.list = { ...this.list, rooms: this.list.rooms.filter(({ id }) => id !== roomId) };
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

/** A browser stores copies. */
function clone<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}
