import {
  CommandError,
  type CommandInput,
  type CommandOutput,
  MAX_LIKED_TEXT_BYTES,
  type Message,
} from '@snug/protocol';
import { accessMessage } from '../access.ts';
import type { Mutation } from '../db/mutation.ts';
import { jsonBytes } from '../limits/json-bytes.ts';
import { changed, unchanged } from '../messages/messages.ts';
import { nextInLog } from '../rooms/room-store.ts';
import { countLike, storeLike } from './reaction-store.ts';

/** Sets whether the caller likes a message. The count and the set of likes change together or not at all. */
export const setLike: Mutation<CommandInput<'set_like'>, CommandOutput<'set_like'>> = {
  locks: (_call, { roomId }) => [`room:${roomId}`],

  async run(db, call, input) {
    const { roomId, messageId, liked } = input;
    const { uid, now } = call;
    const stored = await accessMessage(db, uid, roomId, messageId);
    if (stored.deletedAt !== undefined) throw new CommandError('not_found');
    if (!(await storeLike(db, stored, uid, liked))) return unchanged({ ...stored, liked });
    const { seq } = await nextInLog(db, roomId, now);
    const message = { ...stored, changedSeq: seq, likeCount: await countLike(db, stored, liked, seq) };
    const known = withoutLongText(message);
    const { publications } = changed(message, { type: 'message_liked', roomId, seq, ...known, uid, liked });
    return { output: { message: { ...message, liked } }, publications };
  },
};

/** Everyone in the room has the text already: a like of a long message must not send it to all of them again. */
function withoutLongText(message: Message): { message: Message; withoutText?: true } {
  const { text, ...rest } = message;
  if (text === undefined || jsonBytes(text) <= MAX_LIKED_TEXT_BYTES) return { message };
  return { message: rest, withoutText: true };
}
