import { countRooms } from '../../chat/reads/count-store.ts';
import type { Db } from '../../db/schema.ts';
import { listPersonalRooms } from './recipient-store.ts';

/** More rooms with something personal do not change what a person does. */
const MAX_ROOMS = 50;

/** Counts unread mentions, replies and direct messages of a person, as the page does for its own badge. */
export class BadgeReader {
  readonly #read: Db;

  constructor(read: Db) {
    this.#read = read;
  }

  async read(uid: string): Promise<number> {
    const rooms = await listPersonalRooms(this.#read, uid, MAX_ROOMS);
    if (rooms.length === 0) return 0;
    const counted = await countRooms(
      this.#read,
      uid,
      rooms.map(({ roomId }) => roomId),
    );
    const counts = new Map(counted.map(({ roomId, read }) => [roomId, read]));
    return rooms.reduce((sum, { roomId, countsAll }) => {
      const read = counts.get(roomId);
      return sum + ((countsAll === 1 ? read?.unread : read?.mentions) ?? 0);
    }, 0);
  }
}
