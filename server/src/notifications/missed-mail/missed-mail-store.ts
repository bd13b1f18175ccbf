import type { NotificationSettings, Presence } from '@snug/protocol';
import type { Selectable } from 'kysely';
import { afterTrimmed, afterTrimmedOf, trimmedBefore } from '../../chat/rooms/trimmed-log.ts';
import type { MissedMailTable } from '../../db/notification-tables.ts';
import { prepared, preparedIn } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';

export type MissedMailRow = Selectable<MissedMailTable>;

export interface ActiveRoom {
  roomId: string;
  at: number;
}

/** Somebody whom a mail may reach, and who has none that is due. */
export interface Candidate {
  uid: string;
  mail: NotificationSettings['mail'] | null;
  zone: string | null;
  sentAt: number | null;
  state: Presence['state'] | null;
  lastChanged: number | null;
}

/** `at`: the time of the newest message. */
export interface MissedMessages {
  roomId: string;
  at: number;
}

export interface DueMail {
  uid: string;
  dueAt: number;
  /** When the mail before it left; null if none did. */
  sentAt: number | null;
}

/** Of a person to whom a mail is due. */
export interface Receiver {
  email: string;
  state: Presence['state'] | null;
  /** When a push service last accepted a push for one of the person's devices. */
  reachedAt: number | null;
}

const selectActive = prepared<
  [kind: string, at: number, afterAt: number, afterRoom: string, limit: number],
  ActiveRoom
>(
  `select "roomId", "at" from "room_activity" indexed by "room_activity_kind"
   where "kind" = $1 and "at" >= $2 and ("at", "roomId") > ($3, $4) order by "at", "roomId" limit $5`,
);
const selectSeqBefore = prepared<[roomId: string, at: number], { seq: number }>(
  `select "seq" from "messages" indexed by "messages_live"
   where "roomId" = $1 and "deletedAt" is null and "createdAt" <= $2 and "seq" >= ${trimmedBefore('$1')} order by "seq" desc limit 1`,
);
const selectMentioned = prepared<[roomId: string, seq: number], { uid: string }>(
  `select "userId" as "uid" from "mentions" where "roomId" = $1 and "seq" > ${afterTrimmed('$2', '$1')} and "outside" is null`,
);
const selectMembers = prepared<[roomId: string], { uid: string }>(
  `select "userId" as "uid" from "members" where "roomId" = $1 and "role" is not null and "request" is null limit 10`,
);
const selectCandidates = preparedIn<[now: number], Candidate>(
  `select u."id" as "uid", s."mail" as "mail", s."zone" as "zone", d."sentAt" as "sentAt", p."state" as "state",
     p."lastChanged" as "lastChanged"
   from "users" u left join "notification_settings" s on s."userId" = u."id"
   left join "missed_mails" d on d."userId" = u."id" left join "presence" p on p."userId" = u."id"
   where u."id" in ($values) and u."emailVerified" and u."deletedAt" is null
     and (u."guestUntil" is null or u."guestUntil" > $1) and d."dueAt" is null and coalesce(s."mail", 'fallback') <> 'never'
     and (d."refused" is null or d."refused" <> u."email")`,
);
const selectDue = prepared<[now: number, limit: number], DueMail>(
  `select "userId" as "uid", "dueAt", "sentAt" from "missed_mails" indexed by "missed_mails_due"
   where "dueAt" is not null and "dueAt" <= $1 order by "dueAt", "userId" limit $2`,
);
const selectRow = prepared<[uid: string], MissedMailRow>(`select * from "missed_mails" where "userId" = $1`);
const upsert = prepared<
  [uid: string, dueAt: number | null, sentAt: number | null, refused: string | null],
  never
>(
  `insert into "missed_mails" ("userId", "dueAt", "sentAt", "refused") values ($1, $2, $3, $4)
   on conflict ("userId") do update set "dueAt" = excluded."dueAt", "sentAt" = excluded."sentAt", "refused" = excluded."refused"`,
);
const limitDue = prepared<[uid: string, latest: number], never>(
  `update "missed_mails" set "dueAt" = $2 where "userId" = $1 and "dueAt" > $2`,
);
const selectReceiver = prepared<[uid: string, now: number], Receiver>(
  `select u."email" as "email", p."state" as "state",
     (select max(d."lastSuccessAt") from "push_devices" d where d."userId" = $1) as "reachedAt"
   from "users" u left join "presence" p on p."userId" = u."id" left join "suspensions" x on x."userId" = u."id"
   where u."id" = $1 and u."emailVerified" and u."deletedAt" is null and x."userId" is null
     and (u."guestUntil" is null or u."guestUntil" > $2)`,
);
const selectAddress = prepared<
  [uid: string],
  { email: string; emailVerified: boolean | number; refused: string | null }
>(
  `select u."email" as "email", u."emailVerified" as "emailVerified", d."refused" as "refused"
   from "users" u left join "missed_mails" d on d."userId" = u."id" where u."id" = $1`,
);
const IS_CALLED = (silent: string) =>
  `m."role" is not null and m."request" is null and m."muted" is null and (${silent} = 1 or m."level" is distinct from 'nothing')`;

/** Mentions and answers of a person in a room, from the newest message on. An edit can add a mention to an older message. */
const MAX_EXAMINED = 100;

const selectMentioning = prepared<
  [uid: string, since: number, silent: number, limit: number],
  MissedMessages
>(
  `select "roomId", "at" from (
     select r."id" as "roomId", (
       select max(x."at") from (
         select n."at" as "at" from "mentions" n
         where n."userId" = $1 and n."roomId" = r."id" and n."seq" > ${afterTrimmedOf('c."seq"', 'r')} and n."outside" is null
         order by n."seq" desc limit ${MAX_EXAMINED}
       ) as x where x."at" > $2
     ) as "at"
     from "members" m join "rooms" r on r."id" = m."roomId" and r."deletedAt" is null and r."kind" <> 'direct'
     join "reads" c on c."userId" = $1 and c."roomId" = r."id" and c."seq" < r."seq"
     where m."userId" = $1 and ${IS_CALLED('$3')}
   ) as "own" where "at" is not null order by "at" desc, "roomId" limit $4`,
);
const selectDirect = prepared<[uid: string, since: number, silent: number, limit: number], MissedMessages>(
  `select r."id" as "roomId", n."createdAt" as "at" from "members" m
   join "rooms" r on r."id" = m."roomId" and r."deletedAt" is null and r."kind" = 'direct'
   join "reads" c on c."userId" = $1 and c."roomId" = r."id" and c."seq" < r."lastMessageSeq"
   join "messages" n on n."roomId" = r."id" and n."seq" = r."lastMessageSeq" and n."createdAt" > $2
   where m."userId" = $1 and ${IS_CALLED('$3')} order by n."createdAt" desc, r."id" limit $4`,
);

/** Rooms of the kind with something new since `since`, those after `after`, in the order of time. */
export function listActiveRooms(
  db: Db,
  kind: string,
  since: number,
  after: ActiveRoom,
  limit: number,
): Promise<ActiveRoom[]> {
  return selectActive(db, kind, since, after.at, after.roomId, limit);
}

/** Whom a message of the room since `since` mentions or answers, possibly several times; in a direct room, its people. */
export async function listAddressed(
  db: Db,
  { roomId, isDirect, since }: { roomId: string; isDirect: boolean; since: number },
): Promise<string[]> {
  if (isDirect) return (await selectMembers(db, roomId)).map(({ uid }) => uid);
  const [before] = await selectSeqBefore(db, roomId, since);
  return (await selectMentioned(db, roomId, before?.seq ?? 0)).map(({ uid }) => uid);
}

export async function listCandidates(db: Db, uids: readonly string[], now: number): Promise<Candidate[]> {
  return uids.length === 0 ? [] : selectCandidates(db, uids, now);
}

/** The earliest first. */
export function listDueMails(db: Db, now: number, limit: number): Promise<DueMail[]> {
  return selectDue(db, now, limit);
}

export async function findMissedMail(db: Db, uid: string): Promise<MissedMailRow | undefined> {
  return (await selectRow(db, uid))[0];
}

export async function storeMissedMail(db: Db, row: MissedMailRow): Promise<void> {
  await upsert(db, row.userId, row.dueAt, row.sentAt, row.refused);
}

/** Of a person whose settings changed: a mail that is due later is due at `latest`. */
export async function limitMissedMail(db: Db, uid: string, latest: number): Promise<void> {
  await limitDue(db, uid, latest);
}

export async function findAddress(db: Db, uid: string) {
  return (await selectAddress(db, uid))[0];
}

/** Undefined if no mail may reach the person now. */
export async function findReceiver(db: Db, uid: string, now: number): Promise<Receiver | undefined> {
  return (await selectReceiver(db, uid, now))[0];
}

export interface MissedFilter {
  /** Older messages do not count. */
  since: number;
  /** Also rooms of which the person wants no notifications by default. */
  withSilent: boolean;
  /** Of rooms of each kind. */
  limit: number;
}

/** Rooms that are not muted, with unread mentions or answers, and direct ones with unread messages, the newest first. */
export async function listMissedRooms(
  db: Db,
  uid: string,
  { since, withSilent, limit }: MissedFilter,
): Promise<string[]> {
  const silent = Number(withSilent);
  const rooms = [
    ...(await selectMentioning(db, uid, since, silent, limit)),
    ...(await selectDirect(db, uid, since, silent, limit)),
  ];
  return rooms.toSorted((a, b) => b.at - a.at).map(({ roomId }) => roomId);
}
