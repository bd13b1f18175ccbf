import { type DBSchema, type IDBPDatabase, type OpenDBCallbacks, openDB } from 'idb';

type Upgrade<Schema extends DBSchema> = OpenDBCallbacks<Schema>['upgrade'];

/**
 * A database of this browser, opened when it is first asked for. The promise rejects where the browser has none for us; the next call
 * tries again.
 */
export function createDatabaseOpener<Schema extends DBSchema>(
  name: string,
  version: number,
  upgrade: NonNullable<Upgrade<Schema>>,
): () => Promise<IDBPDatabase<Schema>> {
  let opened: Promise<IDBPDatabase<Schema>> | undefined;
  const reset = () => {
    opened = undefined;
  };
  const open = () =>
    openDB<Schema>(name, version, {
      upgrade,
      // A page of a newer Snug wants to change it.
      blocking: (_current, _wanted, event) => {
        (event.target as IDBDatabase).close();
        reset();
      },
      terminated: reset,
    });
  return () => {
    opened ??= open().catch((error: unknown) => {
      reset();
      throw error;
    });
    return opened;
  };
}
