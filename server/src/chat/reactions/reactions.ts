import {
  CommandError,
  type CommandInput,
  type CommandOutput,
  HEART,
  MAX_REACTION_KINDS,
  type Message,
  type Reactions,
} from '@snug/protocol';
import type { Mutation } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
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
    const { reactions = {}, ...stored } = await accessMessage(db, call, roomId, messageId);
    if (stored.deletedAt !== undefined) throw new CommandError('not_found');
    if (!(await storeReaction(db, stored, { uid, emoji }, on))) {
      const unchanged = { ...stored, ...toReactionsField(reactions) };
      return { output: await toOutput(db, uid, unchanged), publications: [] };
    }
    const counts = updateCounts(reactions, emoji, on);
    const { seq, incarnation } = await appendToLog(db, roomId, call);
    await storeCounts(db, stored, counts, seq);
    const message = { ...stored, ...toReactionsField(counts), changedSeq: seq };
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

/** Throws `limit_exceeded` if the message has too many different emoji. */
function updateCounts(reactions: Reactions, emoji: string, on: boolean): Reactions {
  const { [emoji]: count = 0, ...others } = reactions;
  if (!on) return count > 1 ? { ...reactions, [emoji]: count - 1 } : others;
  const kinds = Object.keys(others).filter(other => other !== HEART);
  if (count === 0 && emoji !== HEART && kinds.length >= MAX_REACTION_KINDS)
    throw new CommandError(
      'limit_exceeded',
      `This message has ${MAX_REACTION_KINDS} different reactions already. Choose one of them.`,
    );
  return { ...reactions, [emoji]: count + 1 };
}

function toReactionsField(reactions: Reactions): Pick<Message, 'reactions'> {
  return Object.keys(reactions).length > 0 ? { reactions } : {};
}

export const REACTION_MUTATIONS = { set_reaction: setReaction };
