import type { CachedRoom, CachedRoomList, RoomCacheStorage } from '@snug/client';
import { createDatabaseOpener, getResult, runTransaction } from './browser-database.ts';

interface RoomRow {
  uid: string;
  putAt: number;
  room: CachedRoom;
}

/** Apart from the outbox, because this data can be fetched again: a new schema gets a new number. */
const NAME = 'snug:rooms:2';
const OLD_NAMES = ['snug:rooms', 'snug:rooms:1'];

/**
 * `lists`: a `CachedRoomList`, keyed by uid, and copies of other lists, keyed by uid and name. `rooms`: a `RoomRow`, keyed by uid and
 * room id.
 */
export const openDatabase = createDatabaseOpener(NAME, 1, database => {
  for (const name of OLD_NAMES) indexedDB.deleteDatabase(name);
  database.createObjectStore('lists');
  database.createObjectStore('rooms').createIndex('byAge', ['uid', 'putAt']);
});

export function createRoomsStorage(uid: string): RoomCacheStorage {
  return {
    load: async () => {
      const transaction = (await openDatabase()).transaction(['lists', 'rooms']);
      const [list, rows]: [CachedRoomList | undefined, RoomRow[]] = await Promise.all([
        getResult(transaction.objectStore('lists').get(uid)),
        getResult(transaction.objectStore('rooms').index('byAge').getAll(getUserRange(uid))),
      ]);
      return { list, rooms: rows.map(({ room }) => room) };
    },
    loadRoom: async roomId => {
      const store = (await openDatabase()).transaction('rooms').objectStore('rooms');
      const row: RoomRow | undefined = await getResult(store.get([uid, roomId]));
      return row?.room;
    },
    putList: async list => {
      const transaction = (await openDatabase()).transaction('lists', 'readwrite');
      await runTransaction(transaction, () => getResult(transaction.objectStore('lists').put(list, uid)));
    },
    putRoom: async (room, most) => {
      const transaction = (await openDatabase()).transaction('rooms', 'readwrite');
      const store = transaction.objectStore('rooms');
      await runTransaction(transaction, async () => {
        const row: RoomRow = { uid, putAt: Date.now(), room };
        await getResult(store.put(row, [uid, room.room.id]));
        const keys = await getResult(store.index('byAge').getAllKeys(getUserRange(uid)));
        await Promise.all(keys.slice(0, -most).map(key => getResult(store.delete(key))));
      });
    },
    changeRoom: async (roomId, change) => {
      const transaction = (await openDatabase()).transaction('rooms', 'readwrite');
      const store = transaction.objectStore('rooms');
      const key = [uid, roomId];
      await runTransaction(transaction, async () => {
        const row: RoomRow | undefined = await getResult(store.get(key));
        const room = row && change(row.room);
        if (room && room !== row.room) await getResult(store.put({ ...row, room }, key));
      });
    },
    removeRoom: async roomId => {
      const transaction = (await openDatabase()).transaction(['lists', 'rooms'], 'readwrite');
      const lists = transaction.objectStore('lists');
      await runTransaction(transaction, async () => {
        await getResult(transaction.objectStore('rooms').delete([uid, roomId]));
        // Those with messages of this room, and others: they can be fetched again.
        await getResult(lists.delete(getUserRange(uid)));
        const list: CachedRoomList | undefined = await getResult(lists.get(uid));
        if (!list) return;
        const rooms = list.rooms.filter(({ id }) => id !== roomId);
        await getResult(lists.put({ ...list, rooms }, uid));
      });
    },
    clear: () => deleteWhere(key => key === uid),
  };
}

/** Of keys that begin with the uid. */
export function getUserRange(uid: string): IDBKeyRange {
  return IDBKeyRange.bound([uid], [uid, []]);
}

export async function deleteRoomsOfOtherUsers(uid: string | undefined): Promise<void> {
  await deleteWhere(key => key !== uid).catch(() => {
    // If deleting fails, storing has failed too.
  });
}

async function deleteWhere(isDeleted: (uid: string) => boolean): Promise<void> {
  const transaction = (await openDatabase()).transaction(['lists', 'rooms'], 'readwrite');
  await runTransaction(transaction, async () => {
    for (const store of [transaction.objectStore('lists'), transaction.objectStore('rooms')]) {
      const keys = await getResult(store.getAllKeys());
      // The keys of rooms and of copies are arrays that begin with the uid.
      const deleted = keys.filter(key => isDeleted([key].flat()[0] as string));
      await Promise.all(deleted.map(key => getResult(store.delete(key))));
    }
  });
}
