import { MAX_QUOTE_LENGTH } from '../core/limits.ts';
import type { Message } from './message.ts';
import type { Reply } from './reply.ts';

/** What a reply to the message shows of it. */
type Source = Pick<Message, 'id' | 'seq' | 'author' | 'text' | 'file' | 'deletedAt'>;

export function toReply({ id, seq, author, text, file, deletedAt }: Source): Reply {
  if (deletedAt !== undefined) return { id, seq, author, deleted: true };
  return {
    id,
    seq,
    author,
    ...(text !== undefined && {
      text: Array.from(text.slice(0, 2 * MAX_QUOTE_LENGTH))
        .slice(0, MAX_QUOTE_LENGTH)
        .join(''),
    }),
    ...(file && { file: file.name }),
  };
}
