import { openDatabase } from '../outbox/database.ts';
import type { Recording } from './active-recording.ts';

/** What was recorded in a room and not sent, outliving the page. Each rejects where the browser stores nothing. */
export interface RecordingStorage {
  load(): Promise<Recording | undefined>;
  save(recording: Recording): Promise<void>;
  remove(): Promise<void>;
}

/** Those of one person in one room: there is one at a time. */
export function createRecordingStorage(uid: string, roomId: string): RecordingStorage {
  const key = [uid, roomId];
  return {
    load: async () => (await openDatabase()).get('recordings', key),
    save: async recording => {
      await (await openDatabase()).put('recordings', recording, key);
    },
    remove: async () => (await openDatabase()).delete('recordings', key),
  };
}
