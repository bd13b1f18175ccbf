import type { StoredReads } from './stored-reads.ts';

type Stored = Pick<StoredReads, 'messages' | 'mentions'>;
type StoredMessage = StoredReads['messages'][number];

/** Rows of mentions whose messages do not mention these people, or do not answer them. */
export function findWrongMentions({ messages, mentions }: Stored): string[] {
  const bySeq = new Map(messages.map(message => [`${message.roomId} ${message.seq}`, message]));
  const byId = new Map(messages.map(message => [`${message.roomId} ${message.id}`, message]));
  const wrong = mentions.filter(({ userId, roomId, seq, kind, authorId }) => {
    const message = bySeq.get(`${roomId} ${seq}`);
    if (!message || message.deletedAt !== null || message.authorId !== authorId) return true;
    const answered = byId.get(`${roomId} ${message.replyTo}`)?.authorId;
    if (userId === authorId) return true;
    if (kind === 'person') return !listNamed(message).has(userId);
    // A trim can have taken the answered message.
    return message.replyTo === null || (answered !== undefined && answered !== userId);
  });
  return wrong.map(row => JSON.stringify(row));
}

/** The people whom the text of a message names. */
export function listNamed({ mentions }: Pick<StoredMessage, 'mentions'>): ReadonlySet<string> {
  const ranges = JSON.parse(mentions ?? '[]') as [uid: string | null, start: number, length: number][];
  return new Set(ranges.flatMap(([uid]) => uid ?? []));
}
