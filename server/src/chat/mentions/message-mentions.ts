import type { Mention, Message } from '@snug/protocol';
import { preparedIn } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import { PERSON_COLUMNS, type PersonRow, presentPerson } from '../../people/profiles/person.ts';

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

// Earlier releases stored mentions of people who were never in a private room.
const selectMentionable = preparedIn<[roomId: string], PersonRow>(
  `select ${PERSON_COLUMNS} from "rooms" r cross join "users" u
   left join "members" m on m."roomId" = r."id" and m."userId" = u."id"
   where r."id" = $1 and u."id" in ($values) and (r."kind" = 'open' or m."userId" is not null)`,
);

/**
 * Adds the people whom the messages of a room mention. In a private or direct room, without those who were never there: guests in it
 * may not know them.
 */
export async function addMentioned(db: Db, messages: readonly Message[]): Promise<readonly Message[]> {
  const uids = new Set(messages.flatMap(({ mentions = [] }) => listMentioned(mentions)));
  const [first] = messages;
  if (!first || uids.size === 0) return messages;
  const rows = await selectMentionable(db, [...uids], first.roomId);
  const people = new Map(rows.map(row => [row.uid, presentPerson(row)]));
  return messages.map(message => {
    const mentioned = listMentioned(message.mentions ?? []).flatMap(uid => people.get(uid) ?? []);
    return mentioned.length > 0 ? { ...message, mentioned } : message;
  });
}

/** Each person once, in the order of the text. */
export function listMentioned(mentions: readonly Mention[]): string[] {
  return [...new Set(mentions.flatMap(({ uid }) => uid ?? []))];
}
