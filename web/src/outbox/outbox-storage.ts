import { newId, type OutboxStorage, type PersistedOutboxItem } from '@snug/client';
import { type Database, openDatabase } from './database.ts';
import { electLeader } from './leader-election.ts';
import { PageLocks } from './page-locks.ts';

/** The outbox of one person in IndexedDB, shared by all tabs of that person. */
export function createOutboxStorage(uid: string): OutboxStorage {
  const name = `snug:outbox:${uid}`;
  const channel = new BroadcastChannel(name);
  const locks = new PageLocks(`${name}:`);
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
      return items.filter((_, index) => !isHidden[index]).map(item => toOwnItem(item, clientId));
    },
    put: async item => {
      if (item.heldBy !== undefined) await lockAcquired;
      await runTransaction(async store => {
        const key = await store.index('byId').getKey(item.id);
        if (key !== undefined) await store.delete(key);
        await store.add({ uid, item });
      });
      channel.postMessage(undefined);
    },
    change: async (id, change) => {
      const changed = await runTransaction(async store => {
        const cursor = await store.index('byId').openCursor(id);
        if (!cursor) return undefined;
        const item = change(cursor.value.item);
        await cursor.update({ uid, item });
        return item;
      });
      channel.postMessage(undefined);
      return changed;
    },
    remove: async (id, seq) => {
      await runTransaction(async store => {
        const key = await store.index('byId').getKey(id);
        if (key !== undefined) await store.delete(key);
      });
      channel.postMessage(seq === undefined ? undefined : { id, seq });
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
  const rows = await (await openDatabase()).getAllFromIndex('outbox', 'byPerson', uid);
  return rows.map(({ item }) => item);
}

/** An item of a client that has ended is not held any more. */
function toOwnItem(item: PersistedOutboxItem, clientId: string): PersistedOutboxItem {
  const { heldBy, ...free } = item;
  return heldBy === clientId ? item : free;
}

type OutboxStore = ReturnType<typeof beginTransaction>['store'];

/** All or nothing. Resolves when the changes survive a power failure. */
async function runTransaction<Answer>(work: (store: OutboxStore) => Promise<Answer>): Promise<Answer> {
  const transaction = beginTransaction(await openDatabase());
  const [answer] = await Promise.all([work(transaction.store), transaction.done]);
  return answer;
}

function beginTransaction(database: Database) {
  return database.transaction('outbox', 'readwrite', { durability: 'strict' });
}
