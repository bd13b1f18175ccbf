import type { KeptItem } from '@snug/client';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Recording } from '../voice/take.ts';

interface Schema extends DBSchema {
  /** What people wrote in this browser and the server does not have yet. Its keys rise with each row that is added. */
  outbox: {
    key: number;
    value: { uid: string; item: KeptItem };
    indexes: { byPerson: string; byId: string };
  };
  /** Voice messages that are recorded and not sent, by person and room. */
  recordings: { key: string[]; value: Recording };
}

export type Database = IDBPDatabase<Schema>;

let opened: Promise<Database> | undefined;

/** The database of this browser. Rejects where the browser has none for us; the next call tries again. */
export function database(): Promise<Database> {
  opened ??= open().catch((error: unknown) => {
    forget();
    throw error;
  });
  return opened;
}

function open(): Promise<Database> {
  return openDB<Schema>('snug', 1, {
    upgrade: database => {
      const outbox = database.createObjectStore('outbox', { autoIncrement: true });
      outbox.createIndex('byPerson', 'uid');
      outbox.createIndex('byId', 'item.id', { unique: true });
      database.createObjectStore('recordings');
    },
    // A page of a newer Snug wants to change it.
    blocking: (_current, _wanted, event) => {
      (event.target as IDBDatabase).close();
      forget();
    },
    terminated: forget,
  });
}

function forget(): void {
  opened = undefined;
}
