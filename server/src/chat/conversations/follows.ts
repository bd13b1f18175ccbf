import { CommandError, type CommandInput, type CommandOutput, selfTopic } from '@snug/protocol';
import type { Mutation, MutationContext, Publication } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { joinByWriting } from '../../people/members/change-membership.ts';
import { hasMaxRooms } from '../../people/members/member-store.ts';
import { accessSelf } from '../../people/profiles/access.ts';
import { accessConversation } from '../messages/access.ts';
import { accessRoom } from '../rooms/access.ts';
import { findFollowsVersion, type OwnConversationRef, removeFollow, storeFollows } from './follow-store.ts';

const setFollow: Mutation<CommandInput<'set_follow'>, CommandOutput<'set_follow'>> = {
  lockKeys: ({ uid }, { roomId }) => [`room:${roomId}`, `person:${uid}`],

  async run(db, call, { roomId, messageId, on }) {
    const { uid, now } = call;
    await accessSelf(db, uid);
    const { role, request } = await accessRoom(db, call, roomId);
    const rootId = await accessConversation(db, call, roomId, messageId);
    const ref = { uid, roomId, rootId };
    const isNew = on && (role === null || request !== null);
    if (isNew && (await hasMaxRooms(db, uid)))
      throw new CommandError('limit_exceeded', 'You are in too many rooms already. Leave one first.');
    const joined = isNew ? await joinByWriting(db, call, roomId, role) : [];
    const changed = on ? (await storeFollows(db, ref, [uid], now))[0]?.version : await removeFollow(db, ref);
    const version = changed ?? (await findFollowsVersion(db, uid));
    const publications = changed === undefined ? [] : [toPublication(ref, on, changed)];
    return { output: { roomId, rootId, follows: on, version }, publications: [...joined, ...publications] };
  },
};

/** People who wrote in the conversation. No cursor moves. The caller holds the room's lock. */
export async function followAsWriters(
  db: Db,
  call: MutationContext,
  ref: Omit<OwnConversationRef, 'uid'>,
  uids: readonly string[],
): Promise<Publication[]> {
  const versions = await storeFollows(db, ref, [...new Set(uids)], call.now);
  return versions.map(({ uid, version }) => toPublication({ ...ref, uid }, true, version));
}

function toPublication(
  { uid, roomId, rootId }: OwnConversationRef,
  follows: boolean,
  version: number,
): Publication {
  return { topic: selfTopic(uid), event: { type: 'conversation_changed', roomId, rootId, follows, version } };
}

export const FOLLOW_MUTATIONS = { set_follow: setFollow };
