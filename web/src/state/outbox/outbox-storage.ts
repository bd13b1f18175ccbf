import { newId, type OutboxStorage, type PersistedOutboxItem } from '@snug/client';
import { getResult, runTransaction } from '../offline/browser-database.ts';
import { openDatabase } from './database.ts';
import { LargeFiles, type StoredItem } from './large-files.ts';
import { electLeader } from './leader-election.ts';
import { PageLocks } from './page-locks.ts';

interface OutboxRow {
  uid: string;
  item: StoredItem;
}

export function createOutboxStorage(uid: string): OutboxStorage {
  const name = `snug:outbox:${uid}`;
  const channel = new BroadcastChannel(name);
  const locks = new PageLocks(`${name}:`);
  const largeFiles = new LargeFiles();
  const clientId = newId();
  let lockAcquired: Promise<void> = Promise.resolve();
  let isStarting = true;
  let onHolderEnd = () => {};
  const isHeldElsewhere = async ({ heldBy = clientId }: PersistedOutboxItem) =>
    heldBy !== clientId && !(await locks.hasEnded(heldBy, isStarting, () => onHolderEnd()));

  return {
    clientId,
    load: async () => {
      const items = await loadAll(uid);
      const isHidden = await Promise.all(items.map(isHeldElsewhere));
      isStarting = false;
      const own = items.filter((_, index) => !isHidden[index]).map(item => toOwnItem(item, clientId));
      return Promise.all(own.map(item => largeFiles.attach(item)));
    },
    put: async item => {
      if (item.heldBy !== undefined) await lockAcquired;
      const row: OutboxRow = { uid, item: await largeFiles.detach(item) };
      await changeOutbox(async store => {
        await deleteItem(store, item.id);
        await getResult(store.add(row));
      });
      channel.postMessage(undefined);
    },
    change: async (id, change) => {
      const changed = await changeOutbox(async store => {
        const cursor = await getResult(store.index('byId').openCursor(id));
        if (!cursor) return undefined;
        const row: OutboxRow = { uid, item: change((cursor.value as OutboxRow).item) };
        await getResult(cursor.update(row));
        return row.item;
      });
      channel.postMessage(undefined);
      return changed;
    },
    remove: async (id, seq) => {
      await changeOutbox(store => deleteItem(store, id));
      channel.postMessage(seq === undefined ? undefined : { id, seq });
      await largeFiles.remove(id);
    },
    subscribe: listener => {
      const onMessage = ({ data }: MessageEvent<Parameters<typeof listener>[0]>) => listener(data);
      channel.addEventListener('message', onMessage);
      const end = new AbortController();
      lockAcquired = locks.acquire(clientId, end.signal);
      onHolderEnd = () => listener();
      return () => {
        channel.removeEventListener('message', onMessage);
        end.abort();
        onHolderEnd = () => {};
      };
    },
    electLeader: listener => electLeader(name, listener),
  };
}

async function loadAll(uid: string): Promise<PersistedOutboxItem[]> {
  const store = (await openDatabase()).transaction('outbox').objectStore('outbox');
  const rows: OutboxRow[] = await getResult(store.index('byPerson').getAll(uid));
  return rows.map(({ item }) => item);
}

/** An item of a client that has ended is not held any more. */
function toOwnItem(item: PersistedOutboxItem, clientId: string): PersistedOutboxItem {
  const { heldBy, ...free } = item;
  return heldBy === clientId ? item : free;
}

/** All or nothing. Resolves when the changes survive a power failure. */
async function changeOutbox<Result>(work: (store: IDBObjectStore) => Promise<Result>): Promise<Result> {
  const transaction = (await openDatabase()).transaction('outbox', 'readwrite', { durability: 'strict' });
  return runTransaction(transaction, () => work(transaction.objectStore('outbox')));
}

async function deleteItem(store: IDBObjectStore, id: string): Promise<void> {
  const key = await getResult(store.index('byId').getKey(id));
  if (key !== undefined) await getResult(store.delete(key));
}
