import type { Message } from '@snug/protocol';
import { type NewMessage, toSentResult } from '../../messages/messages.ts';
import { PERSON_COLUMNS, type PersonRow, presentPerson } from '../../profiles/person.ts';
import { collectLockKeys } from '../lock-keys.ts';
import type { Caller, Mutations } from '../mutation.ts';
import {
  MAX_NOTIFICATION_BYTES,
  type NotificationEncoder,
  type WriteJob,
  type WriteOutcome,
} from '../store.ts';
import type { PostgresConnection } from './connection.ts';
import { BEGIN, sendCommit } from './engine.ts';
import { CHANNEL } from './listener.ts';
import { LOCK_ROOMS } from './locks.ts';

interface TextMessage extends NewMessage {
  text: string;
}

interface SendJob {
  mutation: string;
  caller: Caller;
  input: TextMessage;
}

interface StoredRow extends PersonRow {
  n: number;
  seq: number;
  at: number;
}

/**
 * The same as `sendMessage`, for many messages: it stores those that `sendMessage` stores, except for the first message of a
 * room in an incarnation. Rooms are locked already, and the time is that of the database, as in all batches.
 */
const STORE_MESSAGES = `"input" as (
    select * from unnest($1::text[], $2::text[], $3::text[], $4::text[])
      with ordinality as i("roomId", "id", "uid", "text", "n")
  ), "clock" as materialized (
    select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as "now"
  ), "new" as materialized (
    select i.*, r."seq" + row_number() over (partition by i."roomId" order by i."n") as "seq",
      greatest(r."changedAt", c."now") as "at"
    from "input" i join "rooms" r on r."id" = i."roomId" and r."incarnation" = $5
      join "users" u on u."id" = i."uid" cross join "clock" c
    where not exists (select 1 from "messages" m where m."roomId" = i."roomId" and m."id" = i."id")
  ), "by_person" as (
    select "roomId", "uid", count(*)::int as "count", max("seq") as "lastSeq" from "new" group by "roomId", "uid"
  ), "counted" as (
    insert into "members" as p ("roomId", "userId", "messageCount", "lastSeq")
    select "roomId", "uid", "count", "lastSeq" from "by_person" order by "roomId", "uid"
    on conflict ("roomId", "userId") do update
      set "messageCount" = p."messageCount" + excluded."messageCount", "lastSeq" = excluded."lastSeq"
    returning "roomId", "userId", "messageCount"
  ), "by_room" as (
    select "roomId", max("seq") as "seq", max("at") as "at",
      (select count(*) from "counted" c join "by_person" b on b."roomId" = c."roomId" and b."uid" = c."userId"
       where c."roomId" = n."roomId" and c."messageCount" = b."count")::int as "newWriters"
    from "new" n group by "roomId"
  ), "advanced" as (
    update "rooms" r set "seq" = b."seq", "changedAt" = b."at", "lastMessageSeq" = b."seq",
      "writerCount" = r."writerCount" + b."newWriters"
    from "by_room" b where r."id" = b."roomId"
  ), "active" as (
    update "room_activity" a set "at" = b."at" from "by_room" b where a."roomId" = b."roomId"
  ), "stored" as (
    insert into "messages" ("roomId", "seq", "id", "authorId", "createdAt", "changedSeq", "text")
    select "roomId", "seq", "id", "uid", "at", "seq", "text" from "new" order by "n"
  )`;
const SELECT_STORED = `select n."n" as "n", n."seq" as "seq", n."at" as "at", ${PERSON_COLUMNS}`;
const FROM_STORED = `from "new" n join "users" u on u."id" = n."uid"`;

const SEND = `with ${STORE_MESSAGES} ${SELECT_STORED} ${FROM_STORED} order by n."n"`;

// $6: the channel. $7 and $8: the end of each payload, with and without the text.
const SEND_AND_NOTIFY = `with ${STORE_MESSAGES}, "heads" as (
    select n."n", '{"seq":' || n."seq" || ',"at":' || n."at" || ',"author":' || json_strip_nulls(json_build_object(
      'uid', u."id", 'name', u."name", 'avatar', u."avatar", 'version', u."version",
      'createdAt', floor(extract(epoch from u."createdAt") * 1000)::bigint)) || ',' as "head"
    ${FROM_STORED} order by n."n"
  ), "payloads" as (
    select "n", case when octet_length("head") + octet_length(($7::text[])["n"]) <= ${MAX_NOTIFICATION_BYTES}
      then "head" || ($7::text[])["n"] else "head" || ($8::text[])["n"] end as "payload" from "heads"
  ), "notified" as materialized (select "n", pg_notify($6, "payload") from "payloads")
  ${SELECT_STORED} ${FROM_STORED} join "notified" x on x."n" = n."n" order by n."n"`;

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
  if ('sql' in job || job.mutation !== 'send_message') return false;
  const { text, fileId } = job.input as NewMessage;
  return text !== undefined && fileId === undefined;
}

/**
 * Stores messages with one statement in one round trip, and notifies all servers. Returns undefined for those that it does not
 * store. Throws if the transaction fails.
 */
export async function sendInBulk(
  connection: PostgresConnection,
  jobs: readonly WriteJob[],
  encoder: NotificationEncoder | undefined,
): Promise<(WriteOutcome | undefined)[]> {
  const sends = jobs.filter(isSend);
  const { incarnation } = connection.identity;
  const roomIds = [...new Set(sends.map(({ input }) => input.roomId))];
  const begun = [connection.query(BEGIN), connection.query(LOCK_ROOMS, [roomIds])];
  const stored = connection.query<StoredRow>(
    encoder ? SEND_AND_NOTIFY : SEND,
    toParameters(sends, incarnation, encoder),
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
  encoder: NotificationEncoder | undefined,
): unknown[] {
  const messages = [
    sends.map(({ input }) => input.roomId),
    sends.map(({ input }) => input.id),
    sends.map(({ caller }) => caller.uid),
    sends.map(({ input }) => input.text),
    incarnation,
  ];
  if (!encoder) return messages;
  const encode = ({ input: { roomId, id } }: SendJob, text?: string) =>
    encoder.encodeSent({ roomId, incarnation, id, ...(text !== undefined && { text }) });
  return [
    ...messages,
    CHANNEL,
    sends.map(send => encode(send, send.input.text)),
    sends.map(send => encode(send)),
  ];
}

function presentMessage({ id, roomId, text }: TextMessage, row: StoredRow): Message {
  const { seq, at } = row;
  return { id, roomId, seq, changedSeq: seq, author: presentPerson(row), createdAt: at, text };
}
