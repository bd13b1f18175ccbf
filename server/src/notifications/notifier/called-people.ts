import { AlertWordIndex, type Message } from '@snug/protocol';
import { readMessagesAt } from '../../chat/messages/message-store.ts';
import { findReaders, type RoomAccess } from '../../chat/rooms/room-access-store.ts';
import type { Db } from '../../db/schema.ts';
import { toLevel } from '../../people/members/room-level.ts';
import { readPeopleByUid } from '../../people/profiles/person.ts';
import { CALL_CLASS, type Call, type CallClass, listCalls, listUnreadTexts } from './call-store.ts';
import { DEFAULT_PREFERENCES, type Preferences, readPreferences } from './preferences.ts';
import { type PushRoom, toTitle } from './push-contents.ts';
import { findPushRoom } from './push-room-store.ts';
import { listRecipients, type RecipientRow } from './recipient-store.ts';

/** Newest unread messages in which the words of a person are looked for. */
const SEARCHED_TEXTS = 200;

/** A person with a device, and which unread messages of a room call them now. */
export interface CalledPerson extends RecipientRow {
  preferences: Preferences;
  /** The newest first. Empty without access. */
  calls: readonly Call[];
}

export interface CalledPeopleOptions {
  read: Db;
  now: () => number;
  /** Between reads of many people. */
  rest?: () => Promise<void>;
}

/**
 * Reads the present: rights, options, blocks, cursors and deletions. `end`: a position of the room, whose later messages do not count.
 * Without people who have no device.
 */
export async function readCalledPeople(
  { read, now, rest }: CalledPeopleOptions,
  roomId: string,
  uids: readonly string[],
  end: number,
): Promise<CalledPerson[]> {
  const recipients = await listRecipients(read, roomId, uids);
  if (recipients.length === 0) return [];
  const known = recipients.map(({ uid }) => uid);
  await rest?.();
  const readers = await findReaders(read, roomId, known, now());
  await rest?.();
  const preferences = await readPreferences(read, known, now());
  const people: CalledPerson[] = [];
  for (const row of recipients) {
    await rest?.();
    const own = preferences.get(row.uid) ?? DEFAULT_PREFERENCES;
    const access = readers.get(row.uid);
    const calls = access && canBeCalled(access) ? await listOwnCalls(read, row, roomId, access, own) : [];
    people.push({ ...row, preferences: own, calls: calls.filter(({ seq }) => seq <= end) });
  }
  return people;
}

/** A room with the level "nothing", or that is not accepted yet, calls nobody. */
function canBeCalled(access: RoomAccess): boolean {
  return access.role !== null && access.request === null && toLevel(access.kind, access) !== 'nothing';
}

async function listOwnCalls(
  read: Db,
  { uid, readSeq }: RecipientRow,
  roomId: string,
  access: RoomAccess,
  { follows, words }: Preferences,
): Promise<Call[]> {
  const calls = await listCalls(read, uid, roomId, readSeq, {
    all: getClassOfAll(access),
    follows,
  });
  if (words.length === 0) return calls;
  const known = new Set(calls.filter(call => call.class === CALL_CLASS.personal).map(({ seq }) => seq));
  const index = new AlertWordIndex([[uid, words]]);
  const hits = (await listUnreadTexts(read, uid, roomId, readSeq, SEARCHED_TEXTS))
    .filter(({ seq, text }) => !known.has(seq) && index.find(text).size > 0)
    .map(({ seq }) => ({ seq, class: CALL_CLASS.personal }));
  const hitSeqs = new Set(hits.map(({ seq }) => seq));
  return [...calls.filter(({ seq }) => !hitSeqs.has(seq)), ...hits].toSorted((a, b) => b.seq - a.seq);
}

function getClassOfAll(access: RoomAccess): CallClass | undefined {
  if (access.kind === 'direct') return CALL_CLASS.personal;
  return toLevel(access.kind, access) === 'everything' ? CALL_CLASS.everything : undefined;
}

/** Names and texts for the pushes of one room. Undefined if the room is gone. */
export async function readShownRoom(read: Db, roomId: string): Promise<ShownRoom | undefined> {
  const row = await findPushRoom(read, roomId);
  if (!row) return undefined;
  const uids = row.people?.split(' ') ?? [];
  const people = await readPeopleByUid(read, uids);
  const getName = (uid: string) =>
    row.kind === 'direct'
      ? toTitle(
          uids.flatMap(other => (other === uid && uids.length > 1 ? [] : (people.get(other)?.name ?? []))),
        )
      : row.name;
  return { presentTo: uid => ({ id: roomId, kind: row.kind, name: getName(uid) }) };
}

export interface ShownRoom {
  presentTo: (uid: string) => PushRoom;
}

/** By seq. Without those that were deleted in between. */
export async function readShownMessages(
  read: Db,
  roomId: string,
  seqs: Iterable<number>,
): Promise<ReadonlyMap<number, Message>> {
  const messages = await readMessagesAt(read, roomId, [...new Set(seqs)]);
  return new Map(messages.map(message => [message.seq, message]));
}
