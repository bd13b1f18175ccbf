import { newId } from '../base/ids.ts';
import type { Db } from '../db/schema.ts';
import type { WriteJob } from '../db/store.ts';

/** The tested people are strangers, unless a test makes them share a room. */
export function acceptJob(uid: string, roomId: string): WriteJob {
  return { mutation: 'set_room_options', caller: { uid }, input: { roomId, request: null } };
}

/** Further people, without accounts. */
export async function addStrangers(db: Db, like: string, count: number): Promise<string[]> {
  const user = await db.selectFrom('users').selectAll().where('id', '=', like).executeTakeFirstOrThrow();
  const uids = Array.from({ length: count }, () => newId());
  await db
    .insertInto('users')
    .values(uids.map(id => ({ ...user, id, email: `${id}@snug.example` })))
    .execute();
  return uids;
}
