import type { CachedRoom, CachedRoomList, RoomCacheStorage } from '@snug/client';
import type { DBSchema } from 'idb';
import { createDatabaseOpener } from './browser-database.ts';

interface Schema extends DBSchema {
  /** Keyed by uid. */
  lists: { key: string; value: CachedRoomList };
  rooms: {
    key: [uid: string, roomId: string];
    /** `putAt`: ms since 1970. */
    value: { uid: string; putAt: number; room: CachedRoom };
    indexes: { byAge: [uid: string, putAt: number] };
  };
}

/**
 * Separate from the outbox database, because this data can be fetched again. The name contains the version of the schema:
 * a new schema gets a new number, and the old databases are deleted.
 */
const NAME = 'snug:rooms:2';
const OLD_NAMES = ['snug:rooms', 'snug:rooms:1'];

const openDatabase = createDatabaseOpener<Schema>(NAME, 1, database => {
  for (const name of OLD_NAMES) indexedDB.deleteDatabase(name);
  database.createObjectStore('lists');
  database.createObjectStore('rooms').createIndex('byAge', ['uid', 'putAt']);
});

/** The cached rooms of one person, in IndexedDB. */
export function createRoomsStorage(uid: string): RoomCacheStorage {
  return {
    load: async () => {
      const transaction = (await openDatabase()).transaction(['lists', 'rooms']);
      const [list, rows] = await Promise.all([
        transaction.objectStore('lists').get(uid),
        transaction.objectStore('rooms').index('byAge').getAll(getUserRange(uid)),
      ]);
      return { list, rooms: rows.map(({ room }) => room) };
    },
    putList: async list => {
      await (await openDatabase()).put('lists', list, uid);
    },
    putRoom: async (room, most) => {
      const { store, done } = (await openDatabase()).transaction('rooms', 'readwrite');
      const put = async () => {
        await store.put({ uid, putAt: Date.now(), room }, [uid, room.room.id]);
        const keys = await store.index('byAge').getAllKeys(getUserRange(uid));
        await Promise.all(keys.slice(0, -most).map(key => store.delete(key)));
      };
      await Promise.all([put(), done]);
    },
    clear: () => deleteWhere(key => key === uid),
  };
}

function getUserRange(uid: string): IDBKeyRange {
  return IDBKeyRange.bound([uid], [uid, []]);
}

/** `uid`: the signed-in person, if any. */
export async function deleteRoomsOfOtherUsers(uid: string | undefined): Promise<void> {
  await deleteWhere(key => key !== uid).catch(() => {
    // If deleting fails, storing has failed too.
  });
}

async function deleteWhere(isDeleted: (uid: string) => boolean): Promise<void> {
  const transaction = (await openDatabase()).transaction(['lists', 'rooms'], 'readwrite');
  const [lists, rooms] = [transaction.objectStore('lists'), transaction.objectStore('rooms')];
  const removed = async () => {
    for (const key of await lists.getAllKeys()) if (isDeleted(key)) await lists.delete(key);
    for (const key of await rooms.getAllKeys()) if (isDeleted(key[0])) await rooms.delete(key);
  };
  await Promise.all([removed(), transaction.done]);
}
