import { type CommandInput, type CommandOutput, type Person, personTopic } from '@snug/protocol';
import type { UserTable } from '../../db/account-tables.ts';
import type { Actor, Mutation, MutationContext, MutationResult } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { toStoredTime } from '../../db/stored-time.ts';
import { readShownPresences } from '../status/shown-presence.ts';
import { accessPerson, accessSelf, filterKnown, type Viewer } from './access.ts';
import { findBotOwner } from './bot.ts';
import { indexPersonName } from './person-names.ts';

/** Throws `not_found`. */
export async function readProfile(
  db: Db,
  viewer: Viewer & Pick<Actor, 'now'>,
  uid: string,
): Promise<CommandOutput<'get_profile'>> {
  const person = await accessPerson(db, viewer, uid);
  const presence = (await readShownPresences(db, [uid], viewer.now)).get(uid);
  const owner = await findKnownOwner(db, viewer, person);
  return { person, ...(presence && { presence }), ...(owner && { owner }) };
}

async function findKnownOwner(db: Db, viewer: Viewer, person: Person): Promise<Person | undefined> {
  const owner = await findBotOwner(db, person);
  return owner && (await filterKnown(db, viewer, [owner.uid])).length > 0 ? owner : undefined;
}

export const setNickname: Mutation<CommandInput<'set_nickname'>, CommandOutput<'set_nickname'>> = {
  lockKeys: ({ uid }) => [`person:${uid}`],

  async run(db, call, { name }) {
    return changeProfile(db, call, { name });
  },
};

/** Changes and publishes the caller's public profile. The present values are not a new version. Throws `unauthenticated`. */
export async function changeProfile(
  db: Db,
  { uid, now }: MutationContext,
  change: Partial<Pick<UserTable, 'name' | 'avatar'>>,
): Promise<MutationResult<{ person: Person }>> {
  const known = await accessSelf(db, uid);
  const { name = known.name, avatar = known.avatar ?? null } = change;
  if (name === known.name && avatar === (known.avatar ?? null)) {
    return { output: { person: known }, publications: [] };
  }
  const version = known.version + 1;
  const updatedAt = toStoredTime(now);
  await db.updateTable('users').set({ name, avatar, version, updatedAt }).where('id', '=', uid).execute();
  if (name !== known.name) await indexPersonName(db, uid, name);
  const { avatar: _, ...rest } = known;
  const person: Person = { ...rest, name, version, ...(avatar !== null && { avatar }) };
  return {
    output: { person },
    publications: [{ topic: personTopic(uid), event: { type: 'profile_changed', person } }],
  };
}
