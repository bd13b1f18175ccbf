import { getResult, runTransaction } from '../../state/offline/browser-database.ts';
import { openDatabase } from '../../state/outbox/database.ts';
import type { Recording } from './active-recording.ts';

const NAME = 'recordings';

/** The unsent recording of a room, which survives the page. Each method rejects if the browser stores nothing. */
export interface RecordingStorage {
  load(): Promise<Recording | undefined>;
  save(recording: Recording): Promise<void>;
  remove(): Promise<void>;
}

export function createRecordingStorage(uid: string, roomId: string): RecordingStorage {
  const key = [uid, roomId];
  return {
    load: async () => {
      const recordings = (await openDatabase()).transaction(NAME).objectStore(NAME);
      return (await getResult(recordings.get(key))) as Recording | undefined;
    },
    save: recording => change(recordings => recordings.put(recording, key)),
    remove: () => change(recordings => recordings.delete(key)),
  };
}

async function change(request: (recordings: IDBObjectStore) => IDBRequest): Promise<void> {
  const transaction = (await openDatabase()).transaction(NAME, 'readwrite');
  await runTransaction(transaction, () => getResult(request(transaction.objectStore(NAME))));
}
