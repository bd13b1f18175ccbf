import type { EmojiCopy } from '@snug/client';
import { getResult, runTransaction } from './browser-database.ts';
import { openDatabase } from './rooms-storage.ts';

/** In the database of the rooms, which goes with the account. Undefined if there is none. */
export async function loadEmoji(uid: string): Promise<EmojiCopy | undefined> {
  const store = (await openDatabase()).transaction('lists').objectStore('lists');
  const copy: EmojiCopy | undefined = await getResult(store.get(getKey(uid)));
  return copy;
}

export async function putEmoji(uid: string, copy: EmojiCopy): Promise<void> {
  const transaction = (await openDatabase()).transaction('lists', 'readwrite');
  await runTransaction(transaction, () => getResult(transaction.objectStore('lists').put(copy, getKey(uid))));
}

/** Outside of `getUserRange`, whose copies go with any room. */
function getKey(uid: string): IDBValidKey {
  return [uid, ['emoji']];
}
