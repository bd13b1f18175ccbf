import { getResult, runTransaction } from './browser-database.ts';
import { getUserRange, openDatabase } from './rooms-storage.ts';

const MAX_ROWS = 20;

/** The first rows of a list as this browser showed them last. Nothing waits for its writes. */
export interface ListCopy<Row> {
  /** Resolves to undefined if there is none, or if the storage fails. */
  load: () => Promise<readonly Row[] | undefined>;
  put: (rows: readonly Row[]) => void;
}

/** `name`: of the list. It is part of the stored key. */
export function createListCopy<Row>(uid: string, name: string): ListCopy<Row> {
  const key = [uid, name];
  return {
    load: () => readCopy<Row>(key).catch(() => undefined),
    put: rows => {
      writeCopy(key, rows.slice(0, MAX_ROWS)).catch(ignoreFailure);
    },
  };
}

/** A message that was edited or deleted must not return without a connection. */
export function deleteCopiesWith(uid: string, messageId: string): void {
  deleteCopies(uid, messageId).catch(ignoreFailure);
}

async function readCopy<Row>(key: string[]): Promise<readonly Row[] | undefined> {
  const store = (await openDatabase()).transaction('lists').objectStore('lists');
  return getResult(store.get(key));
}

async function writeCopy(key: string[], rows: readonly unknown[]): Promise<void> {
  const transaction = (await openDatabase()).transaction('lists', 'readwrite');
  await runTransaction(transaction, () => getResult(transaction.objectStore('lists').put(rows, key)));
}

async function deleteCopies(uid: string, messageId: string): Promise<void> {
  const transaction = (await openDatabase()).transaction('lists', 'readwrite');
  const store = transaction.objectStore('lists');
  await runTransaction(transaction, async () => {
    const keys = await getResult(store.getAllKeys(getUserRange(uid)));
    for (const key of keys) {
      const copy: unknown = await getResult(store.get(key));
      if (JSON.stringify(copy).includes(messageId)) await getResult(store.delete(key));
    }
  });
}

function ignoreFailure(): void {
  // The next page fetches the list from the server.
}
