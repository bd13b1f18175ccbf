import { accessRooms } from '../../chat/rooms/access.ts';
import type { Db } from '../../db/schema.ts';
import type { FileStorage } from '../../files/storage/storage.ts';

/** From where a person's data is read. */
export interface ExportSource {
  uid: string;
  guest: boolean;
  read: Db;
  storage: FileStorage;
  /** The store's time. */
  now: () => number;
  /** Throws if the session is over. */
  confirmSession: () => Promise<void>;
}

/** Those of the rooms that the person may read now. */
export async function findReadableRooms(
  { uid, read, now }: ExportSource,
  rows: readonly { roomId: string }[],
): Promise<ReadonlySet<string>> {
  const roomIds = [...new Set(rows.map(({ roomId }) => roomId))];
  if (roomIds.length === 0) return new Set();
  return new Set((await accessRooms(read, { uid, now: now() }, roomIds)).keys());
}

export function toTime(ms: number): string {
  return new Date(ms).toISOString();
}
