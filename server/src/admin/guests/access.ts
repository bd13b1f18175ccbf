import { CommandError, type Person } from '@snug/protocol';
import type { Actor } from '../../db/mutation.ts';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import { findGuest, type Guest } from '../../people/guests/guest-store.ts';
import { accessPerson } from '../../people/profiles/access.ts';
import { hasWorkspaceRights } from '../../workspace/access.ts';

const selectModerated = prepared<[guest: string, uid: string], { roomId: string }>(
  `select m."roomId" as "roomId" from "members" m
   join "members" a on a."roomId" = m."roomId" and a."userId" = $2
   join "rooms" r on r."id" = m."roomId"
   where m."userId" = $1 and m."role" is not null and a."role" = 'admin' and r."kind" = 'private' and r."deletedAt" is null
   limit 1`,
);

export interface AccessedGuest {
  person: Person;
  guest: Guest;
}

/** For workspace admins and the admins of a private room of the guest. Throws `not_found` and `forbidden`. */
export async function accessGuestAsModerator(db: Db, actor: Actor, uid: string): Promise<AccessedGuest> {
  const person = await accessPerson(db, actor, uid);
  const isModerator =
    (await hasWorkspaceRights(db, actor)) || (await selectModerated(db, uid, actor.uid)).length > 0;
  if (!isModerator) throw new CommandError('forbidden', 'Only an admin of a room of this guest can do that');
  return { person, guest: await requireGuest(db, uid) };
}

/** Throws `forbidden` for a member. */
async function requireGuest(db: Db, uid: string): Promise<Guest> {
  const guest = await findGuest(db, uid);
  if (!guest) throw new CommandError('forbidden', "They're a member, not a guest");
  return guest;
}
