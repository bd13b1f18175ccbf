import { findWrongMentions, listNamed } from '@snug/testkit/stored-mentions.ts';
import type { Journal, Operation } from '../journal.ts';
import type { Problem } from './problem.ts';
import { messageKey, type StoredMessage, type StoredState } from './stored.ts';

type StoredMentions = Pick<StoredState, 'messages' | 'mentions' | 'blocks' | 'byKey'>;

/** Each stored mention belongs to a text or a reply. No mention of a member is missing. */
export function checkMentions(journal: Journal, stored: StoredMentions): Problem[] {
  const sends = new Map(
    journal
      .getOperations('send_message')
      .map(send => [messageKey(send.input.roomId, send.input.id), send] as const),
  );
  // An edit can end a mention, and a later one can name the person again.
  const unedited = stored.messages.filter(row => row.deletedAt === null && row.revision === null);
  return [
    ...findWrongMentions(stored),
    ...unedited.flatMap(row =>
      findMissing(row, sends.get(messageKey(row.roomId, row.id)), stored, journal.joined),
    ),
  ].map(what => ({ fault: 'mention', what }));
}

function findMissing(
  row: StoredMessage,
  send: Operation<'send_message'> | undefined,
  { messages, mentions, blocks, byKey }: StoredMentions,
  joined: ReadonlySet<string>,
): string[] {
  const named = (send?.input.mentions ?? []).flatMap(({ uid }) => uid ?? []);
  const answered = byKey.get(messageKey(row.roomId, row.replyTo ?? undefined));
  const uids = [...named, ...(answered?.deletedAt === null ? [answered.authorId] : [])];
  // A writer can make others admins who have not joined. That may be a request, which they accept with their first message.
  const hasAccepted = (uid: string) =>
    joined.has(uid) ||
    messages.some(other => other.authorId === uid && other.roomId === row.roomId && other.seq < row.seq);
  const missing = uids.filter(uid => {
    const isBlocked = blocks.some(({ userId, blockedId }) => userId === uid && blockedId === row.authorId);
    if (uid === row.authorId || !hasAccepted(uid) || isBlocked) return false;
    return !mentions.some(one => one.userId === uid && one.roomId === row.roomId && one.seq === row.seq);
  });
  const kept = listNamed(row);
  const unnamed = named.filter(uid => !kept.has(uid));
  return [...missing, ...unnamed].map(uid => `of ${uid} in ${row.text} (${row.id}) is missing`);
}
