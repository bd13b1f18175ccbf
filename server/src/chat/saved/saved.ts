import {
  CommandError,
  type CommandInput,
  type CommandOutput,
  MAX_SAVED,
  type Saved,
  selfTopic,
} from '@snug/protocol';
import type { Mutation, MutationContext } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { accessSelf } from '../../people/profiles/access.ts';
import { accessMessage } from '../messages/access.ts';
import { findSaved, findSavedVersion, hasMaxSaved, storeSaved } from './saved-store.ts';

type Input = CommandInput<'set_saved'>;

/** A person can remove what they may no longer read, or end its reminder. */
const setSaved: Mutation<Input, CommandOutput<'set_saved'>> = {
  lockKeys: ({ uid }, { roomId }) => [`person:${uid}`, `room:${roomId}`],

  async run(db, call, input) {
    const { uid, now } = call;
    const { roomId, messageId } = input;
    await accessSelf(db, uid);
    const ref = { uid, roomId, messageId };
    const known = await findSaved(db, ref);
    const saved = getWanted(input, known, now);
    if (saved?.savedAt === known?.savedAt && saved?.remindAt === known?.remindAt) {
      const version = await findSavedVersion(db, uid);
      return { output: { saved: known ?? null, version }, publications: [] };
    }
    const isNew = saved !== null && known === undefined;
    if (isNew || saved?.remindAt !== undefined) await assertCanSave(db, call, input);
    if (isNew && (await hasMaxSaved(db, uid))) throw createSavedCountError();
    const version = await storeSaved(db, ref, saved);
    const event = { type: 'saved_changed' as const, roomId, messageId, saved, version };
    return {
      output: { saved, version },
      publications: [{ topic: selfTopic(uid), event }],
    };
  },
};

function getWanted({ on, remindAt }: Input, known: Saved | undefined, now: number): Saved | null {
  if (!on) return null;
  const time = remindAt === undefined ? known?.remindAt : (remindAt ?? undefined);
  return { savedAt: known?.savedAt ?? now, ...(time !== undefined && { remindAt: time }) };
}

async function assertCanSave(db: Db, call: MutationContext, { roomId, messageId }: Input): Promise<void> {
  const { deletedAt } = await accessMessage(db, call, roomId, messageId);
  if (deletedAt !== undefined) throw new CommandError('not_found');
}

function createSavedCountError(): CommandError {
  return new CommandError(
    'limit_exceeded',
    `You have ${MAX_SAVED} saved messages already. Remove one first.`,
  );
}

export const SAVED_MUTATIONS = { set_saved: setSaved };
