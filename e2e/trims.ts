import { openDatabase } from '@snug/server/db/open.ts';
import type { Server } from './server.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Makes the messages of a room older, up to the one with this text, as if they had been sent 100 days before. */
export async function makeOlder(server: Server, roomId: string, lastText: string): Promise<void> {
  const db = openDatabase(server.data);
  const { seq } = await db
    .selectFrom('messages')
    .select('seq')
    .where('roomId', '=', roomId)
    .where('text', '=', lastText)
    .executeTakeFirstOrThrow();
  await db
    .updateTable('messages')
    .set(row => ({ createdAt: row('createdAt', '-', 100 * DAY_MS) }))
    .where('roomId', '=', roomId)
    .where('seq', '<=', seq)
    .where('createdAt', '>', Date.now() - 50 * DAY_MS)
    .execute();
  await db.destroy();
}

/** As if the announced rules of a server had begun, and the server had been due to trim its rooms. */
export async function beginRules(server: Server): Promise<void> {
  const db = openDatabase(server.data);
  await db.updateTable('retention').set({ begins: 1 }).where('begins', 'is not', null).execute();
  await db.updateTable('retention').set({ pinsUntil: 1 }).where('pinsUntil', 'is not', null).execute();
  await db.updateTable('jobs').set({ dueAt: 0 }).where('kind', '=', 'room_trim').execute();
  await db.destroy();
}

export async function findUid(server: Server, name: string): Promise<string> {
  const db = openDatabase(server.data);
  const { id } = await db.selectFrom('users').select('id').where('name', '=', name).executeTakeFirstOrThrow();
  await db.destroy();
  return id;
}
