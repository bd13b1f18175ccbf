import type { OutboxStorage } from '@snug/client';
import { type Database, database } from './database.ts';
import { lead } from './leader-election.ts';

/** The outbox of one person in this browser's database, shared by all pages of that person. */
export function outboxStorage(uid: string): OutboxStorage {
  const name = `snug:outbox:${uid}`;
  const channel = new BroadcastChannel(name);
  return {
    load: async () => {
      const rows = await (await database()).getAllFromIndex('outbox', 'byPerson', uid);
      return rows.map(({ item }) => item);
    },
    put: async item => {
      await write(async store => {
        const key = await store.index('byId').getKey(item.id);
        if (key !== undefined) await store.delete(key);
        await store.add({ uid, item });
      });
      channel.postMessage(undefined);
    },
    change: async (id, change) => {
      const changed = await write(async store => {
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
      await write(async store => {
        const key = await store.index('byId').getKey(id);
        if (key !== undefined) await store.delete(key);
      });
      channel.postMessage(seq === undefined ? undefined : { id, seq });
    },
    watch: listener => {
      const hear = ({ data }: MessageEvent<Parameters<typeof listener>[0]>) => listener(data);
      channel.addEventListener('message', hear);
      return () => channel.removeEventListener('message', hear);
    },
    lead: listener => lead(name, listener),
  };
}

type Store = ReturnType<typeof beginWrite>['store'];

/** Does all of it or nothing. Resolves when it would survive a loss of power. */
async function write<Answer>(act: (store: Store) => Promise<Answer>): Promise<Answer> {
  const transaction = beginWrite(await database());
  const [answer] = await Promise.all([act(transaction.store), transaction.done]);
  return answer;
}

function beginWrite(database: Database) {
  return database.transaction('outbox', 'readwrite', { durability: 'strict' });
}
