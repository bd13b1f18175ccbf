import type { Mention, Message } from '@snug/protocol';
import type { Db } from '../../db/schema.ts';
import { readPeopleByUid } from '../../people/profiles/person.ts';

type StoredMention = [uid: string | null, start: number, length: number];

export function parseMentions(stored: string): Mention[] {
  return (JSON.parse(stored) as StoredMention[]).map(([uid, start, length]) => ({ uid, start, length }));
}

/** The columns `mentions` and `mentionsRoom`. */
export function toMentionColumns({
  mentions = [],
}: Pick<Message, 'mentions'>): [mentions: string | null, mentionsRoom: number | null] {
  if (mentions.length === 0) return [null, null];
  const stored = mentions.map(({ uid, start, length }): StoredMention => [uid, start, length]);
  return [JSON.stringify(stored), mentionsEveryone(mentions) ? 1 : null];
}

export function mentionsEveryone(mentions: readonly Mention[] = []): boolean {
  return mentions.some(({ uid }) => uid === null);
}

/** Adds the people whom the messages mention. */
export async function addMentioned(db: Db, messages: readonly Message[]): Promise<readonly Message[]> {
  const uids = new Set(messages.flatMap(({ mentions = [] }) => listMentioned(mentions)));
  if (uids.size === 0) return messages;
  const people = await readPeopleByUid(db, uids);
  return messages.map(message => {
    const mentioned = listMentioned(message.mentions ?? []).flatMap(uid => people.get(uid) ?? []);
    return mentioned.length > 0 ? { ...message, mentioned } : message;
  });
}

/** Each person once, in the order of the text. */
export function listMentioned(mentions: readonly Mention[]): string[] {
  return [...new Set(mentions.flatMap(({ uid }) => uid ?? []))];
}
