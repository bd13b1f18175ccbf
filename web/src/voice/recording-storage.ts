import { database } from '../outbox/database.ts';
import type { Recording } from './active-recording.ts';

/** What was recorded in a room and not sent, outliving the page. Each rejects where the browser stores nothing. */
export interface KeptRecordings {
  load(): Promise<Recording | undefined>;
  keep(recording: Recording): Promise<void>;
  forget(): Promise<void>;
}

/** Those of one person in one room: there is one at a time. */
export function keptRecordings(uid: string, roomId: string): KeptRecordings {
  const key = [uid, roomId];
  return {
    load: async () => (await database()).get('recordings', key),
    keep: async recording => {
      await (await database()).put('recordings', recording, key);
    },
    forget: async () => (await database()).delete('recordings', key),
  };
}
