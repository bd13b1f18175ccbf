import {
  CommandError,
  type CommandInput,
  type CommandOutput,
  HEART,
  MAX_REACTION_KINDS,
  type Message,
  parseEmojiReaction,
  type Reactions,
} from '@snug/protocol';
import type { Mutation } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { isShownEmoji } from '../emoji/access.ts';
import { accessMessage } from '../messages/access.ts';
import { toChangedResult } from '../messages/messages.ts';
import { omitLongText } from '../messages/omit-long-text.ts';
import { accessRoomAsWriter } from '../rooms/access.ts';
import { appendToLog } from '../rooms/room-store.ts';
import { addOwnReactions } from './own-reactions.ts';
import { storeCounts, storeReaction } from './reaction-store.ts';

/** The counts and the set of reactions change together or not at all. */
const setReaction: Mutation<CommandInput<'set_reaction'>, CommandOutput<'set_reaction'>> = {
  lockKeys: (_call, { roomId }) => [`room:${roomId}`],

  async run(db, call, { roomId, messageId, emoji, on }) {
    const { uid } = call;
    await accessRoomAsWriter(db, call, roomId);
    const stored = await accessMessage(db, call, roomId, messageId);
    if (stored.deletedAt !== undefined) throw new CommandError('not_found');
    const key = parseEmojiReaction(emoji);
    // A reaction with a deleted emoji can be removed, but not added.
    if (key !== undefined && on && !(await isShownEmoji(db, key))) throw new CommandError('not_found');
    if (!(await storeReaction(db, stored, { uid, emoji }, on)))
      return { output: await toOutput(db, uid, stored), publications: [] };
    const field = key === undefined ? 'reactions' : 'customReactions';
    if (on) assertKindFits(stored, field, key ?? emoji);
    const counts = updateCounts(stored[field] ?? {}, key ?? emoji, on);
    const { seq, incarnation } = await appendToLog(db, roomId, call);
    await storeCounts(db, stored, field, counts, seq);
    const { [field]: _, ...others } = stored;
    const message = {
      ...others,
      ...(Object.keys(counts).length > 0 && { [field]: counts }),
      changedSeq: seq,
    };
    const { publications } = toChangedResult(message, {
      type: 'message_reacted',
      roomId,
      seq,
      incarnation,
      ...omitLongText(message),
      uid,
      emoji,
      on,
    });
    return { output: await toOutput(db, uid, message), publications };
  },
};

async function toOutput(db: Db, uid: string, message: Message): Promise<CommandOutput<'set_reaction'>> {
  const [withOwn = message] = await addOwnReactions(db, uid, message.roomId, [message]);
  return omitLongText(withOwn);
}

/** Throws `limit_exceeded` if the message has too many different emoji, those of the workspace included. */
function assertKindFits(
  { reactions = {}, customReactions = {} }: Message,
  field: 'reactions' | 'customReactions',
  name: string,
): void {
  const known = field === 'reactions' ? reactions : customReactions;
  if ((field === 'reactions' && name === HEART) || Object.hasOwn(known, name)) return;
  const kinds = [...Object.keys(reactions), ...Object.keys(customReactions)];
  if (kinds.filter(kind => kind !== HEART).length >= MAX_REACTION_KINDS)
    throw new CommandError(
      'limit_exceeded',
      `This message has ${MAX_REACTION_KINDS} different reactions already. Choose one of them.`,
    );
}

function updateCounts(counts: Reactions, name: string, on: boolean): Reactions {
  const { [name]: count = 0, ...others } = counts;
  if (on) return { ...counts, [name]: count + 1 };
  return count > 1 ? { ...counts, [name]: count - 1 } : others;
}

export const REACTION_MUTATIONS = { set_reaction: setReaction };
