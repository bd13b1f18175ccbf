import type { ActionEnd, ActionStorage, PersistedAction } from '@snug/client';
import { createDatabaseOpener, getResult, runTransaction } from '../offline/browser-database.ts';

interface ActionRow {
  uid: string;
  action: PersistedAction;
}

/** The keys of `actions` rise with each added `ActionRow`. */
const openDatabase = createDatabaseOpener('snug:actions', 1, database => {
  const actions = database.createObjectStore('actions', { autoIncrement: true });
  actions.createIndex('byPerson', 'uid');
  actions.createIndex('byKey', ['uid', 'action.key']);
  actions.createIndex('byId', 'action.id', { unique: true });
});

export function createActionStorage(uid: string): ActionStorage {
  const channel = new BroadcastChannel(`snug:actions:${uid}`);
  return {
    load: async () => {
      const store = (await openDatabase()).transaction('actions').objectStore('actions');
      const rows: ActionRow[] = await getResult(store.index('byPerson').getAll(uid));
      return rows.map(({ action }) => action);
    },
    put: async action => {
      await changeActions(async store => {
        await deleteFound(store, 'byKey', [uid, action.key]);
        const row: ActionRow = { uid, action };
        await getResult(store.add(row));
      });
      channel.postMessage(undefined);
    },
    remove: async end => {
      await changeActions(store => deleteFound(store, 'byId', end.id));
      channel.postMessage(end);
    },
    subscribe: listener => {
      const onMessage = ({ data }: MessageEvent<ActionEnd | undefined>) => listener(data);
      channel.addEventListener('message', onMessage);
      return () => channel.removeEventListener('message', onMessage);
    },
  };
}

/** All or nothing. Resolves when the changes survive a power failure. */
async function changeActions(work: (store: IDBObjectStore) => Promise<void>): Promise<void> {
  const transaction = (await openDatabase()).transaction('actions', 'readwrite', { durability: 'strict' });
  await runTransaction(transaction, () => work(transaction.objectStore('actions')));
}

async function deleteFound(store: IDBObjectStore, index: string, query: IDBValidKey): Promise<void> {
  const keys = await getResult(store.index(index).getAllKeys(query));
  await Promise.all(keys.map(key => getResult(store.delete(key))));
}
