import { createDatabaseOpener, getResult, runTransaction } from '../offline/browser-database.ts';
import { openDatabase as openOutbox } from './database.ts';

/** Longer than it takes to store an item after its bytes. */
const ORPHAN_AGE_MS = 60 * 60_000;

/** The keys are ids of items. */
const openDatabase = createDatabaseOpener('snug:files', 1, database => database.createObjectStore('files'));

interface LargeFileRow {
  bytes: Blob;
  putAt: number;
}

/** Resolves when the bytes would survive a crash. Those of an item never change. */
export async function putLargeFile(id: string, bytes: Blob): Promise<void> {
  await removeOrphans();
  const row: LargeFileRow = { bytes, putAt: Date.now() };
  await changeFiles(async store => {
    if ((await getResult(store.getKey(id))) === undefined) await getResult(store.put(row, id));
  });
}

export async function getLargeFile(id: string): Promise<Blob | undefined> {
  const store = (await openDatabase()).transaction('files').objectStore('files');
  return ((await getResult(store.get(id))) as LargeFileRow | undefined)?.bytes;
}

export async function removeLargeFile(id: string): Promise<void> {
  await changeFiles(store => getResult(store.delete(id)));
}

/** Bytes whose page ended before it stored or removed them completely. */
async function removeOrphans(): Promise<void> {
  const store = (await openDatabase()).transaction('files').objectStore('files');
  const [keys, rows] = await Promise.all([getResult(store.getAllKeys()), getResult(store.getAll())]);
  for (const [index, id] of (keys as string[]).entries()) {
    const { putAt } = rows[index] as LargeFileRow;
    if (putAt < Date.now() - ORPHAN_AGE_MS && !(await hasItem(id))) await removeLargeFile(id);
  }
}

async function hasItem(id: string): Promise<boolean> {
  const outbox = (await openOutbox()).transaction('outbox').objectStore('outbox');
  return (await getResult(outbox.index('byId').getKey(id))) !== undefined;
}

async function changeFiles<Result>(work: (store: IDBObjectStore) => Promise<Result>): Promise<Result> {
  const transaction = (await openDatabase()).transaction('files', 'readwrite', { durability: 'strict' });
  return runTransaction(transaction, () => work(transaction.objectStore('files')));
}
