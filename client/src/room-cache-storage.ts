import type { ListedRoom, Message, Room } from '@snug/protocol';

/** A room as its person saw it last: its newest page, and nothing that changed after the position `seq` of its log. */
export interface CachedRoom {
  /** The history that this belongs to. */
  epoch: string;
  room: Room;
  admins: readonly string[];
  seq: number;
  /** The part of the room's history that `seq` belongs to. */
  incarnation?: string | undefined;
  messages: readonly Message[];
  hasOlder: boolean;
}

/** The list of rooms as its person saw it last. */
export interface CachedRoomList {
  epoch: string;
  rooms: readonly ListedRoom[];
}

/** Where the rooms of one person outlive the page. Any promise may reject: the browser may not let anything be stored. */
export interface RoomCacheStorage {
  readonly load: () => Promise<{ list: CachedRoomList | undefined; rooms: readonly CachedRoom[] }>;
  readonly putList: (list: CachedRoomList) => Promise<void>;
  /** Puts a room. Of all of them, those `most` stay that were put last. */
  readonly putRoom: (room: CachedRoom, most: number) => Promise<void>;
  readonly clear: () => Promise<void>;
}
