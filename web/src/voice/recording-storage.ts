import { openDatabase } from '../outbox/database.ts';
import type { Recording } from './active-recording.ts';

/** The unsent recording of a room, which survives the page. Each method rejects if the browser stores nothing. */
export interface RecordingStorage {
  load(): Promise<Recording | undefined>;
  save(recording: Recording): Promise<void>;
  remove(): Promise<void>;
}

/** The storage of one person in one room: it holds at most one recording. */
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
