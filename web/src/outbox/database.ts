import type { PersistedOutboxItem } from '@snug/client';
import type { DBSchema, IDBPDatabase } from 'idb';
import { createDatabaseOpener } from '../offline/browser-database.ts';
import type { Recording } from '../voice/active-recording.ts';

interface Schema extends DBSchema {
  /** What people wrote in this browser and the server does not have yet. Its keys rise with each row that is added. */
  outbox: {
    key: number;
    value: { uid: string; item: PersistedOutboxItem };
    indexes: { byPerson: string; byId: string };
  };
  /** Voice messages that are recorded and not sent, by person and room. */
  recordings: { key: string[]; value: Recording };
}

export type Database = IDBPDatabase<Schema>;

/** What this browser keeps until the server has it. */
export const openDatabase = createDatabaseOpener<Schema>('snug', 1, database => {
  const outbox = database.createObjectStore('outbox', { autoIncrement: true });
  outbox.createIndex('byPerson', 'uid');
  outbox.createIndex('byId', 'item.id', { unique: true });
  database.createObjectStore('recordings');
});
