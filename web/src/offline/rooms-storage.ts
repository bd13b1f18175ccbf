import type { KeptList, KeptRoom, RoomsStorage } from '@snug/client';
import type { DBSchema } from 'idb';
import { browserDatabase } from './browser-database.ts';

interface Schema extends DBSchema {
  /** By person. */
  lists: { key: string; value: KeptList };
  /** By person and room. */
  rooms: {
    key: [uid: string, roomId: string];
    /** `putAt`: ms since 1970. */
    value: { uid: string; putAt: number; room: KeptRoom };
    indexes: { byAge: [uid: string, putAt: number] };
  };
}

/**
 * Not the database of what is not sent: what lies here can be read again. It is named by its shape: another shape gets
 * another number, and those before it are thrown away.
 */
const NAME = 'snug:rooms:2';
const OLDER = ['snug:rooms', 'snug:rooms:1'];

const database = browserDatabase<Schema>(NAME, 1, database => {
  for (const name of OLDER) indexedDB.deleteDatabase(name);
  database.createObjectStore('lists');
  database.createObjectStore('rooms').createIndex('byAge', ['uid', 'putAt']);
});

/** What one person saw last, in this browser's database. */
export function roomsStorage(uid: string): RoomsStorage {
  return {
    load: async () => {
      const transaction = (await database()).transaction(['lists', 'rooms']);
      const [list, rows] = await Promise.all([
        transaction.objectStore('lists').get(uid),
        transaction.objectStore('rooms').index('byAge').getAll(allOf(uid)),
      ]);
      return { list, rooms: rows.map(({ room }) => room) };
    },
    putList: async list => {
      await (await database()).put('lists', list, uid);
    },
    putRoom: async (room, most) => {
      const { store, done } = (await database()).transaction('rooms', 'readwrite');
      const put = async () => {
        await store.put({ uid, putAt: Date.now(), room }, [uid, room.room.id]);
        const keys = await store.index('byAge').getAllKeys(allOf(uid));
        await Promise.all(keys.slice(0, -most).map(key => store.delete(key)));
      };
      await Promise.all([put(), done]);
    },
    clear: () => remove(key => key === uid),
  };
}

function allOf(uid: string): IDBKeyRange {
  return IDBKeyRange.bound([uid], [uid, []]);
}

/** Forgets what everybody else saw in this browser: who is signed in with it, if anybody, is `uid`. */
export async function forgetRoomsOfOthers(uid: string | undefined): Promise<void> {
  await remove(key => key !== uid).catch(() => {
    // Where nothing can be removed, nothing could be kept.
  });
}

async function remove(isGone: (uid: string) => boolean): Promise<void> {
  const transaction = (await database()).transaction(['lists', 'rooms'], 'readwrite');
  const [lists, rooms] = [transaction.objectStore('lists'), transaction.objectStore('rooms')];
  const removed = async () => {
    for (const key of await lists.getAllKeys()) if (isGone(key)) await lists.delete(key);
    for (const key of await rooms.getAllKeys()) if (isGone(key[0])) await rooms.delete(key);
  };
  await Promise.all([removed(), transaction.done]);
}
