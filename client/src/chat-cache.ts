import type { RoomList } from './list/room-list.ts';
import type { Blocks } from './people/blocks.ts';
import type { ReadCursors } from './reads/read-cursors.ts';
import type { Memberships } from './rooms/memberships.ts';
import type { RoomStore } from './rooms/room.ts';
import type { RoomCache } from './rooms/room-cache.ts';

interface ChatCacheOptions {
  cache: RoomCache;
  roomList: RoomList;
  memberships: Memberships;
  blocks: Blocks;
  cursors: Pick<ReadCursors, 'get'>;
  getMaxFileBytes: () => number;
  /** The epoch of the server; undefined without a connection, when nothing new needs caching. */
  getEpoch: () => string | undefined;
}

/** Caches the list and the open rooms. */
export class ChatCache {
  readonly #options: ChatCacheOptions;

  constructor(options: ChatCacheOptions) {
    this.#options = options;
  }

  putList(): void {
    const { cache, roomList, memberships, blocks, cursors, getMaxFileBytes, getEpoch } = this.#options;
    const rooms = roomList.rooms.get();
    const joined = memberships.joinedRoomIds.get();
    const blocked = blocks.get();
    const epoch = getEpoch();
    if (rooms && epoch !== undefined)
      cache.putList(epoch, () => ({
        rooms: rooms.map(room => {
          const membership = memberships.getNewest(room.id);
          const read = cursors.get(room.id);
          return { ...room, ...(membership && { membership }), ...(read && { read }) };
        }),
        maxFileBytes: getMaxFileBytes(),
        ...(joined && { joined: [...joined] }),
        ...(blocked.size > 0 && { blocked: [...blocked] }),
        isFollowed: roomId => roomList.isFollowed(roomId),
      }));
  }

  putRoom(roomId: string, room: RoomStore): void {
    const { cache, getEpoch } = this.#options;
    const epoch = getEpoch();
    if (epoch === undefined) return;
    const getCopy = () => {
      const snapshot = room.snapshot();
      return snapshot && { epoch, ...snapshot };
    };
    cache.putRoom(roomId, getCopy, room.isOpen);
  }
}
