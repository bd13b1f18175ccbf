import { hasLink, type Message, type Person } from '@snug/protocol';
import { collectLockKeys } from '../../db/lock-keys.ts';
import type { Caller, Mutations } from '../../db/mutation.ts';
import { BEGIN, sendCommit } from '../../db/postgres/engine.ts';
import { CHANNEL } from '../../db/postgres/listener.ts';
import { LOCK_ROOMS } from '../../db/postgres/locks.ts';
import type { PostgresConnection } from '../../db/postgres/postgres-connection.ts';
import { encodeTextArray } from '../../db/postgres/text-array.ts';
import {
  MAX_NOTIFICATION_BYTES,
  type NotificationEncoder,
  type WriteJob,
  type WriteOutcome,
} from '../../db/store.ts';
import { type NewMessage, toSentResult } from './messages.ts';

interface TextMessage extends NewMessage {
  text: string;
}

interface SendJob {
  mutation: string;
  caller: Caller;
  input: TextMessage;
}

interface StoredRow {
  n: number;
  seq: number;
  at: number;
  author: Person;
}

/**
 * The same as `sendMessage`, for many messages: it stores those of members that `sendMessage` stores, except for those of guests and the
 * first message of a room in an incarnation. Rooms are locked already, and the time is that of the database, as in all batches.
 *
 * The planner does not know how many messages there are, and would join two of these lists row by row. So each list comes
 * from `new` alone, and only tables are joined, by their keys. `offset 0` keeps the planner from scanning all rooms first.
 */
const STORE_MESSAGES = `"input" as (
    select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
      with ordinality as i("roomId", "id", "uid", "text", "links", "n")
  ), "clock" as materialized (
    select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as "now"
  ), "new" as materialized (
    select i.*, r."seq" + row_number() over (partition by i."roomId" order by i."n") as "seq",
      greatest(r."changedAt", (select "now" from "clock")) as "at",
      coalesce(p."messageCount", 0) = 0
        and row_number() over (partition by i."roomId", i."uid" order by i."n") = 1 as "isFirstOfWriter",
      json_strip_nulls(json_build_object('uid', u."id", 'name', u."name", 'avatar', u."avatar",
        'version', u."version", 'createdAt', floor(extract(epoch from u."createdAt") * 1000)::bigint)) as "author"
    from "input" i cross join lateral (
        select "seq", "changedAt" from "rooms"
        where "id" = i."roomId" and "incarnation" = $6 and "archivedAt" is null and "deletedAt" is null offset 0
      ) r
      join "users" u on u."id" = i."uid" and u."deletedAt" is null and u."ownerId" is null and u."guest" is null
      join "members" p on p."roomId" = i."roomId" and p."userId" = i."uid"
        and p."role" is not null and p."silencedUntil" is null and p."request" is null
    where not exists (select 1 from "messages" m where m."roomId" = i."roomId" and m."id" = i."id")
  ), "by_room" as (
    select "roomId", max("seq") as "seq", max("at") as "at", (count(*) filter (where "isFirstOfWriter"))::int as "newWriters"
    from "new" group by "roomId"
  ), "counted" as (
    insert into "members" as p ("roomId", "userId", "messageCount", "lastSeq")
    select "roomId", "uid", count(*)::int, max("seq") from "new" group by "roomId", "uid" order by "roomId", "uid"
    on conflict ("roomId", "userId") do update
      set "messageCount" = p."messageCount" + excluded."messageCount", "lastSeq" = excluded."lastSeq"
  ), "advanced" as (
    update "rooms" r set "seq" = b."seq", "changedAt" = b."at", "lastMessageSeq" = b."seq",
      "writerCount" = r."writerCount" + b."newWriters"
    from "by_room" b where r."id" = b."roomId"
  ), "active" as (
    update "room_activity" a set "at" = b."at" from "by_room" b where a."roomId" = b."roomId"
  ), "stored" as (
    insert into "messages" ("roomId", "seq", "id", "authorId", "createdAt", "changedSeq", "text", "links")
    select "roomId", "seq", "id", "uid", "at", "seq", "text", "links"::int from "new" order by "n"
  )`;
const SELECT_STORED = `select "n", "seq", "at", "author"`;

const SEND = `with ${STORE_MESSAGES} ${SELECT_STORED} from "new" order by "n"`;

// $7: the channel. $8: the start of each payload. Ids and incarnations need no escapes in JSON.
const SEND_AND_NOTIFY = `with ${STORE_MESSAGES}, "encoded" as (
    select "n", "seq", "at", "author",
      $8::text || '"seq":' || "seq" || ',"at":' || "at" || ',"author":' || "author"::text
        || ',"sent":{"roomId":"' || "roomId" || '","incarnation":"' || $6::text || '","id":"' || "id" || '"' as "start",
      ',"text":' || to_json("text")::text as "content"
    from "new" order by "n"
  ), "notified" as materialized (
    select "n", "seq", "at", "author", pg_notify($7, "start" || case
      when octet_length("start") + octet_length("content") + 2 <= ${MAX_NOTIFICATION_BYTES} then "content" else '' end || '}}')
    from "encoded"
  )
  ${SELECT_STORED} from "notified" order by "n"`;

/** The jobs that `sendInBulk` may store: no earlier job of the batch concerns their room or their message. */
export function selectSends(mutations: Mutations, jobs: readonly WriteJob[]): number[] {
  const others = new Set<string>();
  const ids = new Set<string>();
  return [...jobs.keys()].filter(index => {
    const job = jobs[index];
    if (!job) return false;
    if (isSend(job)) {
      const { roomId, id } = job.input;
      const key = `${roomId} ${id}`;
      if (!others.has(`room:${roomId}`) && !ids.has(key)) {
        ids.add(key);
        return true;
      }
    }
    for (const key of collectLockKeys(mutations, [job])) others.add(key);
    return false;
  });
}

function isSend(job: WriteJob): job is SendJob {
  // The statement knows no scopes of access tokens, and reads a room before it knows that a guest asks.
  if ('sql' in job || job.mutation !== 'send_message' || job.caller.scope || job.caller.guest) return false;
  const { text, fileId, replyTo, mentions = [] } = job.input as NewMessage;
  return text !== undefined && fileId === undefined && replyTo === undefined && mentions.length === 0;
}

/**
 * Stores messages with one statement in one round trip, and notifies all servers if the encoder has a start. Returns undefined for those that it does not
 * store. Throws if the transaction fails.
 */
export async function sendInBulk(
  connection: PostgresConnection,
  jobs: readonly WriteJob[],
  encoder: NotificationEncoder | undefined,
): Promise<(WriteOutcome | undefined)[]> {
  const sentStart = encoder?.sentStart;
  const sends = jobs.filter(isSend);
  const { incarnation } = connection.identity;
  const roomIds = [...new Set(sends.map(({ input }) => input.roomId))];
  const begun = [connection.query(BEGIN), connection.query(LOCK_ROOMS, [encodeTextArray(roomIds)])];
  const stored = connection.query<StoredRow>(
    sentStart === undefined ? SEND : SEND_AND_NOTIFY,
    toParameters(sends, incarnation, sentStart),
  );
  await sendCommit(connection, [...begun, stored]);
  const outcomes: (WriteOutcome | undefined)[] = sends.map(() => undefined);
  for (const row of (await stored).rows) {
    const send = sends[row.n - 1];
    if (send) outcomes[row.n - 1] = toSentResult(presentMessage(send.input, row), incarnation);
  }
  return outcomes;
}

function toParameters(
  sends: readonly SendJob[],
  incarnation: string,
  sentStart: string | undefined,
): unknown[] {
  const toArray = (getText: (send: SendJob) => string) => encodeTextArray(sends.map(getText));
  const messages = [
    toArray(({ input }) => input.roomId),
    toArray(({ input }) => input.id),
    toArray(({ caller }) => caller.uid),
    toArray(({ input }) => input.text),
    toArray(({ input }) => String(Number(hasLink(input.text)))),
    incarnation,
  ];
  return sentStart === undefined ? messages : [...messages, CHANNEL, sentStart];
}

function presentMessage({ id, roomId, text }: TextMessage, { seq, at, author }: StoredRow): Message {
  return { id, roomId, seq, changedSeq: seq, author, createdAt: at, text };
}
