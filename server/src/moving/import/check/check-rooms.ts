import { MAX_COUNTED_REPLIES } from '@snug/protocol';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/schema.ts';

export interface CheckedRoom {
  roomId: string;
  /** All of its log came by one import: then every number of it is that of a message. */
  isWhole: boolean;
}

/** A rule of the log that a room breaks. */
export interface Fault {
  rule: string;
  roomId: string;
}

const PAGE_SIZE = 1_000;

type Rule = (roomId: string) => RawBuilder<unknown>;

/** Each selects something only if the room breaks the rule. */
const RULES: Readonly<Record<string, Rule>> = {
  'the position of the room is its last change': roomId => sql`
    select 1 from "rooms" r where r."id" = ${roomId} and r."seq" < (
      select coalesce(max("changedSeq"), 0) from "messages" where "roomId" = ${roomId})`,
  'the last message of the room is the last one that is not deleted': roomId => sql`
    select 1 from "rooms" r where r."id" = ${roomId} and coalesce(r."lastMessageSeq", 0) <> (
      select coalesce(max("seq"), 0) from "messages" m where m."roomId" = ${roomId} and m."deletedAt" is null
        and m."seq" >= coalesce(r."trimmedBefore", 0))`,
  'the first message of a conversation is there and precedes its replies': roomId => sql`
    select 1 from "messages" m join "rooms" r on r."id" = m."roomId"
      left join "messages" f on f."roomId" = m."roomId" and f."id" = m."rootId"
    where m."roomId" = ${roomId} and m."rootId" is not null
      and (f."seq" >= m."seq" or (f."seq" is null and r."trimmedBefore" is null)) limit 1`,
  'a reply belongs to a conversation': roomId => sql`
    select 1 from "messages" m where m."roomId" = ${roomId} and m."replyTo" is not null and m."rootId" is null limit 1`,
  'the answered message is there': roomId => sql`
    select 1 from "messages" m join "rooms" r on r."id" = m."roomId"
    where m."roomId" = ${roomId} and m."replyTo" <> m."rootId" and r."trimmedBefore" is null
      and not exists (select 1 from "messages" f where f."roomId" = m."roomId" and f."id" = m."replyTo") limit 1`,
  'the room counts its writers': roomId => sql`
    select 1 from "rooms" r where r."id" = ${roomId} and r."writerCount" <> (
      select count(*) from "members" p where p."roomId" = ${roomId} and p."messageCount" > 0)`,
  'the room counts its guests': roomId => sql`
    select 1 from "rooms" r where r."id" = ${roomId} and r."guestCount" <> (
      select count(*) from "members" m join "users" u on u."id" = m."userId"
      where m."roomId" = ${roomId} and m."role" is not null and u."guest" = 1)`,
  'each conversation has the number of its replies': roomId => sql`
    select 1 from (
      select m."rootId", count(*) as "count" from "messages" m join "rooms" r on r."id" = m."roomId"
      where m."roomId" = ${roomId} and m."rootId" is not null and m."deletedAt" is null and m."seq" >= coalesce(r."trimmedBefore", 0)
      group by m."rootId"
    ) as "replies" left join "reply_counts" c on c."roomId" = ${roomId} and c."rootId" = "replies"."rootId"
    where c."count" is null or c."count" <> case
      when "replies"."count" < ${MAX_COUNTED_REPLIES} then "replies"."count" else ${MAX_COUNTED_REPLIES} end limit 1`,
  'a mention belongs to a message that is not deleted': roomId => sql`
    select 1 from "mentions" n left join "messages" m on m."roomId" = n."roomId" and m."seq" = n."seq"
    where n."roomId" = ${roomId} and (m."seq" is null or m."deletedAt" is not null or m."createdAt" <> n."at"
      or m."authorId" <> n."authorId") limit 1`,
  'the file of a message is sent in its room': roomId => sql`
    select 1 from "messages" m left join "files" f on f."id" = m."fileId"
    where m."roomId" = ${roomId} and m."fileId" is not null and (f."state" <> 'sent' or f."roomId" <> m."roomId") limit 1`,
  'each sent file has a message': roomId => sql`
    select 1 from "files" f where f."roomId" = ${roomId} and f."state" = 'sent' and not exists (
      select 1 from "messages" m where m."fileId" = f."id") limit 1`,
  'each member has a read cursor': roomId => sql`
    select 1 from "members" m where m."roomId" = ${roomId} and m."role" is not null and not exists (
      select 1 from "reads" c where c."roomId" = m."roomId" and c."userId" = m."userId") limit 1`,
  'nobody is called for the messages': roomId => sql`
    select 1 from "rooms" r join "notify_rooms" n on n."roomId" = r."id" where r."id" = ${roomId} and n."seq" <> r."seq"`,
  'no program is called for the messages': roomId => sql`
    select 1 from "rooms" r join "webhooks" w on w."roomId" = r."id" where r."id" = ${roomId} and w."seq" <> r."seq" limit 1`,
  'the lists have the time of the last message': roomId => sql`
    select 1 from "rooms" r join "room_activity" a on a."roomId" = r."id" where r."id" = ${roomId} and a."at" <> coalesce((
      select m."createdAt" from "messages" m where m."roomId" = r."id" and m."seq" = r."lastMessageSeq"), r."createdAt")`,
  'only rooms that are not archived are in the lists': roomId => sql`
    select 1 from "rooms" r left join "room_activity" a on a."roomId" = r."id"
    where r."id" = ${roomId} and (r."archivedAt" is null) <> (a."roomId" is not null)`,
};

const WHOLE: Rule = roomId => sql`
  select 1 from "rooms" r where r."id" = ${roomId} and (
    select count(*) from "messages" where "roomId" = ${roomId}
  ) + case when r."trimmedBefore" is null then 0 else 2 end <> r."seq"`;

/** Whether a room keeps the rules of the log after an import into it. */
export async function checkRoom(db: Db, { roomId, isWhole }: CheckedRoom): Promise<Fault[]> {
  const faults: Fault[] = [];
  const rules = Object.entries(isWhole ? { ...RULES, 'the log has no gap': WHOLE } : RULES);
  for (const [rule, select] of rules)
    if ((await select(roomId).execute(db)).rows.length > 0) faults.push({ rule, roomId });
  for (const rule of await checkMessages(db, roomId)) faults.push({ rule, roomId });
  return faults;
}

interface ReactedRow {
  id: string;
  reactions: string | null;
  customReactions: string | null;
}

/** With one read of the room. Returns the broken rules. */
async function checkMessages(db: Db, roomId: string): Promise<ReadonlySet<string>> {
  const broken = new Set<string>();
  const written = new Map<string, number>();
  let [lastSeq, lastAt] = [0, 0];
  for (;;) {
    const messages = await db
      .selectFrom('messages')
      .select(['seq', 'id', 'authorId', 'createdAt', 'deletedAt', 'reactions', 'customReactions'])
      .where('roomId', '=', roomId)
      .where('seq', '>', lastSeq)
      .orderBy('seq')
      .limit(PAGE_SIZE)
      .execute();
    const last = messages.at(-1);
    if (!last) break;
    if (!(await hasRightReactions(db, roomId, { messages, from: lastSeq + 1, to: last.seq })))
      broken.add('each message has the numbers of its reactions');
    for (const { authorId, createdAt, deletedAt } of messages) {
      if (createdAt < lastAt) broken.add('times never go backwards');
      lastAt = createdAt;
      written.set(authorId, (written.get(authorId) ?? 0) + (deletedAt === null ? 1 : 0));
    }
    lastSeq = last.seq;
  }
  const members = await db
    .selectFrom('members')
    .select(['userId', 'messageCount'])
    .where('roomId', '=', roomId)
    .execute();
  const counted = new Map(members.map(({ userId, messageCount }) => [userId, messageCount]));
  if ([...written].some(([uid, count]) => counted.get(uid) !== count))
    broken.add('each writer has the number of their messages');
  if (members.some(({ userId, messageCount }) => messageCount > 0 && !written.has(userId)))
    broken.add('nobody else has a number of messages');
  return broken;
}

async function hasRightReactions(
  db: Db,
  roomId: string,
  { messages, from, to }: { messages: readonly ReactedRow[]; from: number; to: number },
): Promise<boolean> {
  const { rows } = await sql<{ id: string; emoji: string; count: number }>`
    select "messageId" as "id", "emoji", count(*) as "count" from "reactions"
    where "roomId" = ${roomId} and "messageId" in (
      select "id" from "messages" where "roomId" = ${roomId} and "seq" between ${from} and ${to})
    group by "messageId", "emoji"`.execute(db);
  const stored = new Map<string, Record<string, number>>();
  for (const { id, emoji, count } of rows) stored.set(id, { ...stored.get(id), [emoji]: count });
  return messages.every(message => isSame(toCounts(message), stored.get(message.id) ?? NONE));
}

const NONE: Readonly<Record<string, number>> = {};

function toCounts({ reactions, customReactions }: ReactedRow): Readonly<Record<string, number>> {
  if (reactions === null && customReactions === null) return NONE;
  const parse = (json: string | null) => (json === null ? {} : (JSON.parse(json) as Record<string, number>));
  const custom = Object.entries(parse(customReactions)).map(([key, count]) => [`:${key}:`, count]);
  return { ...parse(reactions), ...Object.fromEntries(custom) };
}

function isSame(a: Readonly<Record<string, number>>, b: Readonly<Record<string, number>>): boolean {
  if (a === b) return true;
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every(name => a[name] === b[name]);
}
