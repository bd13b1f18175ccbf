import { assert as assertProperty, asyncProperty, boolean, integer, record } from 'fast-check';
import { expect, test } from 'vitest';
import { IMPORTED_PROVIDER } from '../../../account/account-store.ts';
import { markClaimed } from '../../../account/claims/claim-store.ts';
import { deriveId } from '../../../base/derived-id.ts';
import { countRooms } from '../../../chat/reads/count-store.ts';
import { findPerson, readPeopleByUid } from '../../../people/profiles/person.ts';
import { createSendJob, isOnPostgres, runJob, temporaryDatabase } from '../../../testing/database.ts';
import type { ImportedMessage } from '../import-source.ts';
import { type Archive, generateArchive, toSource } from './testing/generated-archive.ts';
import { hashTables, runImport, toTarget } from './testing/run-import.ts';

/** Each needs an empty database, and rows of PostgreSQL take long to delete. */
const RUNS = isOnPostgres ? 4 : 12;

async function openTarget() {
  return toTarget(await temporaryDatabase());
}

test('of each archive, what is read is stored or skipped, and the rooms keep the rules of the log', async () => {
  const sizes = record({
    seed: integer(),
    people: integer({ min: 3, max: 20 }),
    rooms: integer({ min: 1, max: 7 }),
    messages: integer({ min: 0, max: 300 }),
    batch: integer({ min: 1, max: 120 }),
    hasFaults: boolean(),
  });
  await assertProperty(
    asyncProperty(sizes, async ({ seed, batch, ...size }) => {
      const target = await openTarget();
      const source = toSource(generateArchive(seed, size), { batch });
      expect(await runImport(target, source)).toEqual([]);
      expect(source.ledger.findImbalances()).toEqual([]);
    }),
    { numRuns: RUNS },
  );
});

test('a second import of the same archive stores nothing', async () => {
  const target = await openTarget();
  const archive = generateArchive(1);
  await runImport(target, toSource(archive));
  const before = await hashTables(target.db, target.owner);
  const again = toSource(archive);
  expect(await runImport(target, again)).toEqual([]);
  expect(again.ledger.findImbalances()).toEqual([]);
  expect(Object.values(again.ledger.counts.stored).filter(count => count > 0)).toEqual([]);
  expect(await hashTables(target.db, target.owner)).toEqual(before);
});

test('a message that comes twice, and a file of two messages, are stored once', async () => {
  const archive = generateArchive(3);
  const hasBytes = ({ file, deleted }: ImportedMessage) =>
    file !== undefined && deleted === undefined && archive.bytes.has(file);
  for (const messages of archive.messages.values()) {
    const message = messages.find(hasBytes);
    if (!message) continue;
    const other = { ...message, id: deriveId(0, 'other', message.id) };
    messages.splice(messages.indexOf(message) + 1, 0, { ...message }, other);
  }
  const source = toSource(archive);
  expect(await runImport(await openTarget(), source)).toEqual([]);
  expect(source.ledger.findImbalances()).toEqual([]);
  const reasons = source.ledger.counts.skipped.map(({ reason }) => reason);
  expect(reasons).toEqual(expect.arrayContaining(['message.twice', 'file.used']));
});

/** An archive without the last part of each room. */
function cutArchive(archive: Archive, share: number): Archive {
  const messages = [...archive.messages].map(([id, all]): [string, typeof all] => [
    id,
    all.slice(0, Math.floor(all.length * share)),
  ]);
  return { ...archive, messages: new Map(messages) };
}

test('a newer archive adds what is new, as if it had come alone', async () => {
  const archive = generateArchive(2);
  const [twice, once] = [await openTarget(), await openTarget()];
  await runImport(twice, toSource(cutArchive(archive, 0.6)));
  const newer = toSource(archive);
  expect(await runImport(twice, newer)).toEqual([]);
  expect(newer.ledger.findImbalances()).toEqual([]);
  await runImport(once, toSource(archive));
  expect(await hashTables(twice.db, twice.owner)).toEqual(await hashTables(once.db, once.owner));
});

test('the report of a second import counts what happened to known messages since, which it does not change', async () => {
  const target = await openTarget();
  const archive = generateArchive(9, { rooms: 1, messages: 60 });
  await runImport(target, toSource(archive));
  const before = await hashTables(target.db, target.owner);
  const changed = [...archive.messages].map(([roomId, messages]): [string, typeof messages] => [
    roomId,
    messages.map(message => {
      if (message.deleted !== undefined) return message;
      const { reactions, pinned, edited } = message;
      const at = new Date(Date.parse(message.at) + 60_000).toISOString();
      const by = archive.people[0]?.id ?? '';
      return {
        ...message,
        reactions: reactions ?? { '🎉': [by] },
        pinned: pinned ?? { by, at },
        edited: edited ?? { count: 1, at },
      };
    }),
  ]);
  const live = [...archive.messages.values()].flat().filter(({ deleted }) => deleted === undefined);
  const newer = toSource({ ...archive, messages: new Map(changed) });
  expect(await runImport(target, newer)).toEqual([]);
  expect(newer.ledger.findImbalances()).toEqual([]);
  const { skipped, changed: changes } = newer.ledger.counts;
  const later = Object.fromEntries(
    skipped.filter(({ reason }) => reason.endsWith('.later')).map(({ kind, count }) => [kind, count]),
  );
  expect(later).toEqual({
    reaction: live.filter(({ reactions }) => !reactions).length,
    pin: live.filter(({ pinned }) => !pinned).length,
  });
  expect(changes['message.edited_later']).toBe(live.filter(({ edited }) => !edited).length);
  expect(await hashTables(target.db, target.owner)).toEqual(before);
});

test('nothing goes behind what somebody has written since, unless into a room of its own', async () => {
  const target = await openTarget();
  const archive = generateArchive(3);
  const [room] = archive.rooms;
  const roomId = room?.id ?? '';
  const author = archive.people[0]?.id ?? '';
  await runImport(target, toSource(cutArchive(archive, 0.5)));
  const sent = { roomId, text: 'I was here first' };
  await runJob(target.db, createSendJob(author, sent));
  const newer = toSource(archive);
  expect(await runImport(target, newer)).toEqual([]);
  expect(newer.ledger.findImbalances()).toEqual([]);
  const late = newer.ledger.counts.skipped.filter(({ reason }) => reason === 'message.late');
  const all = archive.messages.get(roomId)?.length ?? 0;
  const count = all - Math.floor(all * 0.5);
  expect(late).toContainEqual({ kind: 'message', reason: 'message.late', count });
  const third = toSource(archive);
  expect(await runImport(target, third, { late: 'room' })).toEqual([]);
  expect(third.ledger.findImbalances()).toEqual([]);
  const rooms = await target.db
    .selectFrom('rooms')
    .select(['id', 'name', 'seq'])
    .where('name', 'like', 'Room 0%')
    .orderBy('id')
    .execute();
  expect(rooms.map(({ name }) => name).toSorted()).toEqual(['Room 0', 'Room 0 (Test export)']);
  expect(rooms.find(({ id }) => id !== roomId)?.seq).toBe(count);
  const fourth = toSource(archive);
  expect(await runImport(target, fourth, { late: 'room' })).toEqual([]);
  expect(Object.values(fourth.ledger.counts.stored).filter(count => count > 0)).toEqual([]);
});

test('late messages come once, also after somebody has written in the room of their own', async () => {
  const target = await openTarget();
  const archive = generateArchive(3);
  const roomId = archive.rooms[0]?.id ?? '';
  const author = archive.people[0]?.id ?? '';
  await runImport(target, toSource(cutArchive(archive, 0.5)));
  await runJob(target.db, createSendJob(author, { roomId, text: 'I was here first' }));
  await runImport(target, toSource(cutArchive(archive, 0.7)), { late: 'room' });
  const listLate = () =>
    target.db.selectFrom('rooms').select(['id', 'name', 'seq']).where('name', 'like', 'Room 0 (%').execute();
  const [first] = await listLate();
  await runJob(target.db, createSendJob(author, { roomId: first?.id ?? '', text: 'Here, too' }));

  const same = toSource(cutArchive(archive, 0.7));
  expect(await runImport(target, same)).toEqual([]);
  expect(same.ledger.counts.skipped.filter(({ reason }) => reason === 'message.late')).toEqual([]);

  const newer = toSource(archive);
  expect(await runImport(target, newer, { late: 'room' })).toEqual([]);
  expect(newer.ledger.findImbalances()).toEqual([]);
  const all = archive.messages.get(roomId)?.length ?? 0;
  const count = (share: number) => Math.floor(all * share);
  const late = (await listLate()).map(({ seq }) => seq).toSorted((one, other) => one - other);
  const expected = [count(0.7) - count(0.5) + 1, all - count(0.7)];
  expect(late).toEqual(expected.toSorted((one, other) => one - other));
});

test('an import calls nobody, and what it brings counts as read', async () => {
  const target = await openTarget();
  const { db } = target;
  const archive = generateArchive(4);
  const roomId = archive.rooms[0]?.id ?? '';
  const [author, reader] = [archive.people[0]?.id ?? '', archive.people[1]?.id ?? ''];
  await runImport(target, toSource(cutArchive(archive, 0.5)));
  const { seq = 0 } =
    (await db.selectFrom('rooms').select('seq').where('id', '=', roomId).executeTakeFirst()) ?? {};
  const readCursor = (uid: string) =>
    db.selectFrom('reads').select('seq').where('userId', '=', uid).where('roomId', '=', roomId).execute();
  const hook = { id: 'hook', roomId, createdBy: author, url: 'https://example.com/hook', createdAt: 1, seq };
  const none = { paused: null, failingSince: null, problem: null, status: null, lastSuccessAt: null };
  await db
    .insertInto('webhooks')
    .values({ ...hook, ...none, owner: null, until: null })
    .execute();
  await db
    .updateTable('reads')
    .set({ seq: 1 })
    .where('userId', '=', reader)
    .where('roomId', '=', roomId)
    .execute();
  expect(await runImport(target, toSource(archive))).toEqual([]);
  const room = await db.selectFrom('rooms').selectAll().where('id', '=', roomId).executeTakeFirstOrThrow();
  expect(room.seq).toBeGreaterThan(seq);
  const positions = [
    ...(await db.selectFrom('webhooks').select('seq').execute()),
    ...(await db.selectFrom('notify_rooms').select('seq').where('roomId', '=', roomId).execute()),
    ...(await readCursor(author)),
  ];
  expect(positions.map(position => position.seq)).toEqual([room.seq, room.seq, room.seq]);
  // Somebody who has marked older messages as unread keeps them.
  expect(await readCursor(reader)).toEqual([{ seq: 1 }]);
  for (const table of ['own_conversations', 'missed_mails', 'pushed', 'outside_mentions', 'audit'] as const)
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
  const requests = await db.selectFrom('members').select('userId').where('request', 'is not', null).execute();
  expect(requests).toEqual([]);
});

test('messages that people write after an import are unread for members who have never opened the room', async () => {
  const target = await openTarget();
  const archive = generateArchive(8);
  const [room] = archive.rooms;
  const roomId = room?.id ?? '';
  const [author = '', reader = ''] = archive.people.map(({ id }) => id);
  const countUnread = async () => {
    const [counted] = await countRooms(target.db, reader, [roomId]);
    return [counted?.read.unread, counted?.read.mentions];
  };
  for (const share of [0.5, 1]) {
    await runImport(target, toSource(cutArchive(archive, share)));
    expect(await countUnread()).toEqual([0, 0]);
  }
  const mentions = [{ uid: reader, start: 0, length: 7 }];
  await runJob(target.db, createSendJob(author, { roomId, text: '@Person, hello', mentions }));
  expect(await countUnread()).toEqual([1, 1]);
});

test('nobody of an archive was online here', async () => {
  const target = await openTarget();
  const { db } = target;
  await runImport(target, toSource(generateArchive(5)));
  const states = await db
    .selectFrom('accounts')
    .leftJoin('presence', 'presence.userId', 'accounts.userId')
    .where('accounts.providerId', '=', IMPORTED_PROVIDER)
    .select(['state', 'lastChanged'])
    .execute();
  expect(states).not.toEqual([]);
  for (const { state, lastChanged } of states) expect([state, lastChanged]).toEqual(['offline', 0]);
});

test('a guest keeps the person who invited them, also if the archive lists the guest first', async () => {
  const target = await openTarget();
  const archive = generateArchive(5);
  const guest = archive.people.find(person => person.guest);
  const inviter = archive.people[0];
  if (!guest || !inviter) throw new Error('no people');
  guest.guest = { invitedBy: inviter.id };
  const people = [guest, ...archive.people.filter(person => person !== guest)];
  await runImport(target, toSource({ ...archive, people }));
  const stored = await target.db
    .selectFrom('users')
    .select('guestInviter')
    .where('id', '=', guest.id)
    .execute();
  expect(stored).toEqual([{ guestInviter: inviter.id }]);
});

test('people joined when the archive says, or with their first message in any room; else nobody knows', async () => {
  const target = await openTarget();
  const archive = generateArchive(5);
  const silent = { id: deriveId(0, 'silent'), sourceId: 'silent', name: 'Silent' };
  archive.people.push(silent);
  const first = new Map<string, number>();
  for (const { by, at } of [...archive.messages.values()].flat())
    first.set(by, Math.min(first.get(by) ?? Number.POSITIVE_INFINITY, Date.parse(at)));
  for (const share of [0.5, 1]) await runImport(target, toSource(cutArchive(archive, share)));
  const expected = archive.people.map(({ id, joinedAt }) => [
    id,
    joinedAt === undefined ? (first.get(id) ?? 0) : Date.parse(joinedAt),
  ]);
  const people = await readPeopleByUid(target.db, [...archive.people.map(({ id }) => id), target.owner]);
  expect(archive.people.map(({ id }) => [id, people.get(id)?.createdAt])).toEqual(expected);
  expect(people.get(silent.id)?.createdAt).toBe(0);
  expect(people.get(target.owner)?.createdAt).toBeGreaterThan(0);
  await markClaimed(target.db, silent.id, 7);
  expect((await findPerson(target.db, silent.id))?.createdAt).toBe(7);
});
