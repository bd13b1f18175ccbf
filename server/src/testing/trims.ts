import type { Publication } from '../db/mutation.ts';
import type { Db } from '../db/schema.ts';
import { NOW, runJob } from './database.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Makes the messages of a room up to `seq` 100 days older. */
export async function makeOlder(db: Db, roomId: string, seq: number): Promise<void> {
  await db
    .updateTable('messages')
    .set(row => ({ createdAt: row('createdAt', '-', 100 * DAY_MS) }))
    .where('roomId', '=', roomId)
    .where('seq', '<=', seq)
    .execute();
}

interface TrimOptions {
  keepsPins?: boolean;
  now?: number;
}

/** Trims what is older than 50 days. Its rows stay until `eraseTrimmed`. */
export async function trimRoom(
  db: Db,
  roomId: string,
  { keepsPins = false, now = NOW }: TrimOptions = {},
): Promise<Publication[]> {
  const input = { roomId, before: now - 50 * DAY_MS, keepsPins };
  return (await runJob(db, { mutation: 'trim_room', caller: { uid: '' }, input }, now)).publications;
}

/** All parts. Returns what they publish. */
export async function eraseTrimmed(db: Db, roomId: string, now = NOW): Promise<Publication[]> {
  const published: Publication[] = [];
  for (;;) {
    const job = { mutation: 'erase_trimmed', caller: { uid: '' }, input: { roomId } };
    const { output, publications } = await runJob<{ hasMore: boolean }>(db, job, now);
    published.push(...publications);
    if (!output.hasMore) return published;
  }
}
