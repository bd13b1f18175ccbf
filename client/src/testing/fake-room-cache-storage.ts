import type { KeptList, KeptRoom, RoomsStorage } from '../room-cache-storage.ts';

/** What one person saw last, as a browser keeps it for the next page. */
export class FakeRooms implements RoomsStorage {
  /** `closed`: nothing can be stored or read. */
  state: 'well' | 'closed' = 'well';
  /** While there is one, what is loaded waits for it. */
  held: Promise<void> | undefined;
  list: KeptList | undefined;
  rooms: KeptRoom[] = [];

  readonly load = async () => {
    await this.held;
    this.#check();
    return copy({ list: this.list, rooms: this.rooms });
  };

  readonly putList = async (list: KeptList) => {
    this.#check();
    this.list = copy(list);
  };

  readonly putRoom = async (room: KeptRoom, most: number) => {
    this.#check();
    const others = this.rooms.filter(other => other.room.id !== room.room.id);
    this.rooms = [...others, copy(room)].slice(-most);
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
function copy<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}
