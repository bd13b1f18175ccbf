import type { PersistedOutboxItem } from '@snug/client';
import type { DBSchema, IDBPDatabase } from 'idb';
import { createDatabaseOpener } from '../offline/browser-database.ts';
import type { Recording } from '../voice/active-recording.ts';

interface Schema extends DBSchema {
  /** Unsent messages. The keys rise with each added row. */
  outbox: {
    key: number;
    value: { uid: string; item: PersistedOutboxItem };
    indexes: { byPerson: string; byId: string };
  };
  /** Unsent voice messages, keyed by uid and room id. */
  recordings: { key: string[]; value: Recording };
}

export type Database = IDBPDatabase<Schema>;

export const openDatabase = createDatabaseOpener<Schema>('snug', 1, database => {
  const outbox = database.createObjectStore('outbox', { autoIncrement: true });
  outbox.createIndex('byPerson', 'uid');
  outbox.createIndex('byId', 'item.id', { unique: true });
  database.createObjectStore('recordings');
});
