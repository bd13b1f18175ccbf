import type { Trim } from '@snug/client';
import type { Message, Reply } from '@snug/protocol';
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
  deleteCopies(uid, copy => JSON.stringify(copy).includes(messageId)).catch(ignoreFailure);
}

/** Nor may one that was trimmed. */
export function deleteTrimmedCopies(uid: string, trims: readonly Trim[]): void {
  const befores = new Map(trims.map(({ roomId, before }) => [roomId, before]));
  deleteCopies(uid, copy => hasTrimmed(copy, befores)).catch(ignoreFailure);
}

/** Whether a copy has a message, or a quote of one, below the beginning of its room. `roomId`: of the message that quotes. */
export function hasTrimmed(copy: unknown, befores: ReadonlyMap<string, number>, roomId = ''): boolean {
  if (typeof copy !== 'object' || copy === null) return false;
  const { roomId: room = roomId, seq, author, deleted } = copy as Partial<Message & Reply>;
  if (author && !deleted && (seq ?? 0) < (befores.get(room) ?? 0)) return true;
  return Object.values(copy).some(part => hasTrimmed(part, befores, room));
}

async function readCopy<Row>(key: string[]): Promise<readonly Row[] | undefined> {
  const store = (await openDatabase()).transaction('lists').objectStore('lists');
  return getResult(store.get(key));
}

async function writeCopy(key: string[], rows: readonly unknown[]): Promise<void> {
  const transaction = (await openDatabase()).transaction('lists', 'readwrite');
  await runTransaction(transaction, () => getResult(transaction.objectStore('lists').put(rows, key)));
}

async function deleteCopies(uid: string, isDeleted: (copy: unknown) => boolean): Promise<void> {
  const transaction = (await openDatabase()).transaction('lists', 'readwrite');
  const store = transaction.objectStore('lists');
  await runTransaction(transaction, async () => {
    const keys = await getResult(store.getAllKeys(getUserRange(uid)));
    for (const key of keys) {
      const copy: unknown = await getResult(store.get(key));
      if (isDeleted(copy)) await getResult(store.delete(key));
    }
  });
}

function ignoreFailure(): void {
  // The next page fetches the list from the server.
}
