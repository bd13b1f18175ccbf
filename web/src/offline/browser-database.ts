import { type DBSchema, type IDBPDatabase, type OpenDBCallbacks, openDB } from 'idb';

type Upgrade<Schema extends DBSchema> = OpenDBCallbacks<Schema>['upgrade'];

/** Opens the database on the first call. Rejects if the browser provides none; the next call tries again. */
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
      // A page of a newer version needs to upgrade the database.
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
