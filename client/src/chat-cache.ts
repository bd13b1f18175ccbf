import type { RoomList } from './list/room-list.ts';
import type { Blocks } from './people/blocks.ts';
import type { ReadCursors } from './reads/read-cursors.ts';
import type { Memberships } from './rooms/memberships.ts';
import type { RoomStore } from './rooms/room.ts';
import type { RoomCache } from './rooms/room-cache.ts';
import type { CachedRoom } from './rooms/room-cache-storage.ts';

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
    const getCopy = this.#prepareCopy(room);
    if (getCopy) this.#options.cache.putRoom(roomId, getCopy);
  }

  /** Of a closed room: only in place of a copy. */
  replaceRoom(roomId: string, room: RoomStore): void {
    const getCopy = this.#prepareCopy(room);
    if (getCopy) this.#options.cache.replaceRoom(roomId, getCopy);
  }

  #prepareCopy(room: RoomStore): (() => CachedRoom | undefined) | undefined {
    const epoch = this.#options.getEpoch();
    if (epoch === undefined) return undefined;
    return () => {
      const snapshot = room.snapshot();
      return snapshot && { epoch, ...snapshot };
    };
  }
}
