import { endOfQuiet, FOREVER, type NotificationSettings, readWords } from '@snug/protocol';
import type { SignedCodes } from '../../base/signed-codes.ts';
import { readMessagesAt } from '../../chat/messages/message-store.ts';
import { countRooms } from '../../chat/reads/count-store.ts';
import { readNamedRooms } from '../../chat/rooms/room-rows.ts';
import type { JobDefinition } from '../../cluster/jobs/job-runner.ts';
import { SYSTEM_CALLER } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import type { MutationWriter } from '../../db/writer.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { readNotificationSettings } from '../notification-settings.ts';
import { CALL_CLASS, listCalls } from '../notifier/call-store.ts';
import {
  type ActiveRoom,
  type Candidate,
  type DueMail,
  findReceiver,
  listActiveRooms,
  listAddressed,
  listCandidates,
  listDueMails,
  listMissedRooms,
  type Receiver,
} from './missed-mail-store.ts';
import { createMissedMail, type MissedLine, type MissedRoom } from './missed-mail-text.ts';
import { findMailDue } from './missed-mail-time.ts';
import { type MISSED_MAIL_MUTATIONS, type PlannedMail, readScannedAt } from './missed-mails.ts';

export interface MissedMailOptions {
  read: Db;
  writer: MutationWriter<typeof MISSED_MAIL_MUTATIONS>;
  now: () => number;
  mailer: Pick<Mailer, 'deliver'>;
  /** Of the addresses that end the mails. */
  codes: SignedCodes;
  origin: string;
  /** Of the history of the data: a restored copy repeats times. */
  epoch: string;
  /** Of the workspace. */
  readName: () => Promise<string>;
}

const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 60 * 60_000, 24 * 60 * 60_000];
const ROOMS_AT_ONCE = 50;
/** Also the number of connections to the mail server. */
const MAILS_AT_ONCE = 4;
const MAX_MAILS_A_RUN = 60;
const MAX_LINES = 20;
const LINES_OF_ROOM = 3;
/** A message of a transaction that ended late is found by the next scan. */
const OVERLAP_MS = 2 * MINUTE_MS;
/** After this time, a mail leaves again that the mail server did not take, or whose outcome a killed server did not store. */
const RETRY_MS = 10 * MINUTE_MS;
/** A push service that accepted nothing for so long reaches nobody. */
const REACHED_MS = 7 * DAY_MS;
/** Older messages lead to no mail. */
const MISSED_MS = 30 * DAY_MS;
const KINDS = ['open', 'private', 'direct'] as const;

/** The first part of a run finds whom new messages are for; the second sends what is due. */
type Place = { since: number; until: number; kind: number; after: ActiveRoom } | { sent: number };

/**
 * Mails about messages that a person has missed. Nothing is written in a send: once a minute, the job reads the rooms that changed since the
 * last time. What is due is a row, so it survives the server.
 */
export function createMissedMailJob(options: MissedMailOptions): JobDefinition {
  return {
    kind: 'missed_mails',
    intervalMs: MINUTE_MS,
    async step(cursor) {
      const place = cursor === undefined ? await begin(options) : (JSON.parse(cursor) as Place);
      const next = 'sent' in place ? await sendSome(options, place.sent) : await scanSome(options, place);
      return next && JSON.stringify(next);
    },
  };
}

async function begin({ read, now }: MissedMailOptions): Promise<Place> {
  const until = now();
  // A first run, and a restored copy of the data, mail nobody about what is older.
  const since = Math.max((await readScannedAt(read)) ?? until, until - HOUR_MS);
  return { since: since - OVERLAP_MS, until, kind: 0, after: { at: 0, roomId: '' } };
}

async function scanSome(
  { read, writer, now }: MissedMailOptions,
  place: Exclude<Place, { sent: number }>,
): Promise<Place> {
  const { since, until, kind, after } = place;
  const name = KINDS[kind];
  if (name === undefined) {
    await writer.write('plan_missed_mails', SYSTEM_CALLER, { planned: [], scannedAt: until });
    return { sent: 0 };
  }
  const rooms = await listActiveRooms(read, name, since, after, ROOMS_AT_ONCE);
  const uids = new Set<string>();
  for (const { roomId } of rooms)
    for (const uid of await listAddressed(read, { roomId, isDirect: name === 'direct', since }))
      uids.add(uid);
  const candidates = await listCandidates(read, [...uids], now());
  const planned = candidates.filter(hasReturned).map(candidate => plan(candidate, now()));
  if (planned.length > 0) await writer.write('plan_missed_mails', SYSTEM_CALLER, { planned });
  const last = rooms.at(-1);
  return last && rooms.length === ROOMS_AT_ONCE
    ? { ...place, after: last }
    : { ...place, kind: kind + 1, after: { at: 0, roomId: '' } };
}

/** One mail until the person comes back. */
function hasReturned({ sentAt, state, lastChanged }: Candidate): boolean {
  return sentAt === null || state === 'online' || (lastChanged ?? 0) > sentAt;
}

function plan({ uid, ...settings }: Candidate, now: number): PlannedMail {
  return { uid, dueAt: findMailDue(settings, now) };
}

async function sendSome(options: MissedMailOptions, sent: number): Promise<Place | undefined> {
  const { read, now } = options;
  const limit = Math.min(MAILS_AT_ONCE, MAX_MAILS_A_RUN - sent);
  const due = await listDueMails(read, now(), limit);
  await Promise.all(due.map(each => settle(options, each)));
  const all = sent + due.length;
  return due.length < limit || all >= MAX_MAILS_A_RUN ? undefined : { sent: all };
}

async function settle(options: MissedMailOptions, due: DueMail): Promise<void> {
  const { read, writer, now } = options;
  const { uid, dueAt } = due;
  const settings = await readNotificationSettings(read, { uid, now: now() });
  const receiver = await findReceiver(read, uid, now());
  const laterAt = receiver && findLater(settings, receiver, now());
  const rooms =
    receiver && laterAt === undefined && isWanted(settings, receiver, now())
      ? await readMissed(options, uid, settings)
      : [];
  if (receiver && rooms.length > 0) return send(options, due, receiver.email, rooms);
  const later = laterAt !== undefined && { laterAt };
  await writer.write('settle_missed_mail', SYSTEM_CALLER, { uid, dueAt, ...later });
}

/** Quiet hours and pauses hold mails back. Somebody who is here may still read. */
function findLater(settings: NotificationSettings, { state }: Receiver, now: number): number | undefined {
  const end = endOfQuiet(settings, now);
  if (end !== now) return Math.min(end ?? FOREVER, now + DAY_MS);
  return settings.mail === 'fallback' && state === 'online' ? now + HOUR_MS : undefined;
}

function isWanted({ mail }: NotificationSettings, { reachedAt }: Receiver, now: number): boolean {
  if (mail === 'never') return false;
  return mail !== 'fallback' || reachedAt === null || reachedAt < now - REACHED_MS;
}

async function readMissed(
  { read, now, origin }: MissedMailOptions,
  uid: string,
  { mail, mailText }: NotificationSettings,
): Promise<MissedRoom[]> {
  const roomIds = await listMissedRooms(read, uid, {
    since: now() - MISSED_MS,
    // Where nothing was to reach the person, nothing failed to.
    withSilent: mail !== 'fallback',
    limit: MAX_LINES,
  });
  if (roomIds.length === 0) return [];
  const counts = new Map(
    (await countRooms(read, uid, roomIds)).map(({ roomId, read: state }) => [roomId, state]),
  );
  const named = new Map((await readNamedRooms(read, roomIds)).map(room => [room.id, room]));
  const missed: MissedRoom[] = [];
  for (const { id, kind, name, people = [] } of roomIds.flatMap(roomId => named.get(roomId) ?? [])) {
    if (missed.length === MAX_LINES) break;
    const isDirect = kind === 'direct';
    const { unread = 0, mentions = 0, readSeq = 0 } = counts.get(id) ?? {};
    const count = isDirect ? unread : mentions;
    if (count === 0) continue;
    const others = people.filter(person => person.uid !== uid).map(person => person.name);
    missed.push({
      name: isDirect ? others.join(', ') : name,
      isDirect,
      count,
      url: `${origin}/chat/${id}`,
      lines: mailText ? await readLines(read, uid, id, { readSeq, isDirect }) : [],
    });
  }
  return missed;
}

/** The newest messages of the room that are for the person, the oldest of them first. */
async function readLines(
  read: Db,
  uid: string,
  roomId: string,
  { readSeq, isDirect }: { readSeq: number; isDirect: boolean },
): Promise<MissedLine[]> {
  const all = isDirect ? CALL_CLASS.personal : undefined;
  const calls = await listCalls(read, uid, roomId, readSeq, { all, follows: false });
  const seqs = calls.slice(0, LINES_OF_ROOM).map(({ seq }) => seq);
  const messages = await readMessagesAt(read, roomId, seqs);
  return messages
    .toSorted((a, b) => a.seq - b.seq)
    .map(({ author, text, file }) => ({
      author: author.name,
      text: text === undefined ? (file?.name ?? '') : readWords(text),
    }));
}

/**
 * It stays due until the mail server has it, so a kill loses none. A kill between the response of the mail server and its commit repeats the
 * mail with the same id, by which mail servers and programs recognise it. If the response itself is lost, the mail server may have the
 * mail, and it counts as sent.
 */
async function send(
  { mailer, codes, origin, epoch, readName, writer, now }: MissedMailOptions,
  { uid, dueAt, sentAt }: DueMail,
  to: string,
  rooms: readonly MissedRoom[],
): Promise<void> {
  const retryAt = now() + RETRY_MS;
  const settleAs = (input: { dueAt: number; laterAt?: number; isSent?: true; refused?: string }) =>
    writer.write('settle_missed_mail', SYSTEM_CALLER, { uid, ...input });
  const { isOwn } = await settleAs({ dueAt, laterAt: retryAt });
  if (!isOwn) return;
  const stopUrl = `${origin}/mail/${codes.toCode(uid)}`;
  const { hostname: host } = new URL(origin);
  const thread = `m.${codes.toCode(uid).slice(-16)}`;
  const failure = await mailer.deliver({
    to,
    ...createMissedMail({ name: await readName(), rooms, origin, stopUrl }),
    list: { id: `<missed.${host}>`, stopUrl },
    thread: { id: `<${thread}.${epoch}.${sentAt ?? 0}@${host}>`, of: `<${thread}@${host}>` },
  });
  if (failure === 'refused') await settleAs({ dueAt: retryAt, refused: to });
  else if (failure !== 'later') await settleAs({ dueAt: retryAt, isSent: true });
}
