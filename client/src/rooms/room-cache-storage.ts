import type { ListedRoom, Membership, Message, ReplyCounts, Room } from '@snug/protocol';

/** The newest page of a room, as of the position `seq` of its log. */
export interface CachedRoom {
  epoch: string;
  room: Room;
  admins: readonly string[];
  seq: number;
  incarnation?: string | undefined;
  messages: readonly Message[];
  hasOlder: boolean;
  membership?: Membership | undefined;
  /** As of `seq`. Missing in caches of earlier releases, whose rooms are read again. */
  replies?: ReplyCounts | undefined;
}

export interface CachedRoomList {
  epoch: string;
  rooms: readonly ListedRoom[];
  /** Of one file, in bytes. Missing in caches of earlier releases. */
  maxFileBytes?: number;
  /** The ids of the joined rooms. Missing if unknown. */
  joined?: readonly string[];
  /** The ids of blocked people. Missing if there are none. */
  blocked?: readonly string[];
}

/** Any promise may reject: the browser may forbid storage. */
export interface RoomCacheStorage {
  readonly load: () => Promise<{ list: CachedRoomList | undefined; rooms: readonly CachedRoom[] }>;
  readonly loadRoom: (roomId: string) => Promise<CachedRoom | undefined>;
  readonly putList: (list: CachedRoomList) => Promise<void>;
  readonly putRoom: (room: CachedRoom, maxRooms: number) => Promise<void>;
  /** Changes its copy in one transaction. The copy keeps its rank; without one, nothing. */
  readonly changeRoom: (roomId: string, change: (copy: CachedRoom) => CachedRoom) => Promise<void>;
  /** Also from the cached list. */
  readonly removeRoom: (roomId: string) => Promise<void>;
  readonly clear: () => Promise<void>;
}
