import { newId } from '../base/ids.ts';
import type { Db } from '../db/schema.ts';
import { makeGuest } from '../people/guests/guest-store.ts';
import type { StoredInvite } from '../people/invites/invite-store.ts';
import { addPerson, NOW, runJob } from './database.ts';

export interface NewGuest {
  name?: string;
  /** An admin of the room. */
  inviter: string;
  roomId: string;
  until?: number;
}

/** A person who came into a private room by an invitation of guests. */
export async function addGuest(
  db: Db,
  { name = 'Gil', inviter, roomId, until }: NewGuest,
  now = NOW,
): Promise<string> {
  const uid = await addPerson(db, name);
  await makeGuest(db, uid, { inviter, until: until ?? null });
  await inviteGuest(db, uid, { inviter, roomId }, now);
  return uid;
}

/** In no room. */
export async function addHomelessGuest(db: Db, name = 'Gil'): Promise<string> {
  const uid = await addPerson(db, name);
  await makeGuest(db, uid, { inviter: null, until: null });
  return uid;
}

/** Into a further private room. */
export async function inviteGuest(
  db: Db,
  uid: string,
  { inviter, roomId }: Pick<NewGuest, 'inviter' | 'roomId'>,
  now = NOW,
): Promise<void> {
  const input = { id: newId(), roomIds: [roomId], expiresInDays: 7, maxUses: 1, guest: true };
  const { output: invite } = await runJob<StoredInvite>(
    db,
    { mutation: 'create_invite', caller: { uid: inviter }, input },
    now,
  );
  await runJob(db, { mutation: 'redeem_invite', caller: { uid }, input: invite }, now);
}
