import { type CommandOutput, MAX_COUNTED_REPLIES, MAX_FOLLOWED, selfTopic } from '@snug/protocol';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import { storeMeta } from '../../db/meta.ts';
import type { MutationWriter } from '../../db/writer.ts';
import { jsonBytes } from '../../limits/json-bytes.ts';
import { readState } from '../../testing/counts.ts';
import {
  addPerson,
  createRoomJob,
  NOW,
  runJob,
  runJobs,
  runJobsAt,
  temporaryDatabase,
} from '../../testing/database.ts';
import { readMentionPage } from '../mentions/mention-list.ts';
import { readConversation } from '../messages/conversation.ts';
import { eraseRoom } from '../rooms/erasure.ts';
import { readConversations, readNewConversations } from './conversation-list.ts';
import { createFollowLimitSweep } from './follow-limit.ts';
import { findFollowsVersion, findOwnConversation, listFollowed } from './follow-store.ts';
import { createOlderConversationSweep } from './older-conversations.ts';
import { readReplyCounts } from './reply-counts.ts';

const FINISHED_KEY = 'olderConversations';
const DAY_MS = 24 * 3_600_000;

async function createRoom(names = ['Ann', 'Ben', 'Cem']) {
  const { db, path } = await temporaryDatabase();
  const people: string[] = [];
  for (const name of names) people.push(await addPerson(db, name));
  const [ann = '', ben = '', cem = ''] = people;
  const { output } = await runJob<CommandOutput<'create_room'>>(db, createRoomJob(ann, {}));
  const roomId = output.room.id;
  for (const uid of people.slice(1))
    await runJob(db, { mutation: 'join_room', caller: { uid }, input: { roomId } });
  const run = (uid: string, mutation: string, input: object) =>
    runJob(db, { mutation, caller: { uid }, input });
  const send = async (uid: string, input: object = {}, at = NOW) => {
    const job = {
      mutation: 'send_message',
      caller: { uid },
      input: { roomId, id: newId(), text: 'hi', ...input },
    };
    const [outcome] = await runJobsAt(at, db, job);
    if (!outcome || !('output' in outcome)) throw new Error(JSON.stringify(outcome));
    return outcome as {
      output: CommandOutput<'send_message'>;
      publications: { topic: string; event: object }[];
    };
  };
  const sendId = async (uid: string, input: object = {}, at = NOW) =>
    (await send(uid, input, at)).output.message.id;
  const follows = async (uid: string, rootId: string) =>
    (await findOwnConversation(db, { uid, roomId, rootId })).follows;
  const list = async (uid: string, input: object = {}) => readConversations(db, { uid, now: NOW }, input);
  const writer = {
    write: async (mutation: string, caller: { uid: string }, input: object) =>
      (await runJob(db, { mutation, caller, input })).output,
  } as unknown as MutationWriter<never>;
  return { db, path, ann, ben, cem, roomId, run, send, sendId, follows, list, writer };
}

test('D6 the number of replies counts those that are left, and comes with each step that changes it', async () => {
  const { db, ann, ben, roomId, send, sendId, run } = await createRoom();
  const root = await sendId(ann);
  const getReplies = ({ publications }: Awaited<ReturnType<typeof run>>) =>
    publications.map(({ event }) => 'replies' in event && event.replies).filter(Boolean);
  const first = await send(ben, { replyTo: root });
  expect(first.publications[0]?.event).toMatchObject({ type: 'message_sent', replies: 1 });
  const second = await send(ann, { replyTo: first.output.message.id });
  expect(second.publications[0]?.event, 'an answer to a reply is in the same conversation').toMatchObject({
    replies: 2,
  });
  const deleted = await run(ben, 'delete_message', { roomId, messageId: first.output.message.id });
  expect(getReplies(deleted)).toEqual([1]);
  const removed = await run(ann, 'remove_message', { roomId, messageId: second.output.message.id });
  expect(removed.publications[0]?.event).toMatchObject({ type: 'message_deleted', replies: 0 });
  const deletedRoot = await run(ann, 'delete_message', { roomId, messageId: root });
  expect(deletedRoot.publications[0]?.event).not.toHaveProperty('replies');
  expect(await readReplyCounts(db, roomId, [{ id: root }])).toEqual({ replies: { [root]: 0 } });
});

test('D6 the number is exact up to the maximum, also after deletions at the maximum', async () => {
  const { db, ann, roomId, sendId, send, run } = await createRoom();
  const root = await sendId(ann);
  const reply = await sendId(ann, { replyTo: root });
  const from = (await db.selectFrom('rooms').select('seq').executeTakeFirstOrThrow()).seq;
  const rows = Array.from({ length: MAX_COUNTED_REPLIES }, (_, index) => ({
    roomId,
    seq: from + 1 + index,
    changedSeq: from + 1 + index,
    id: newId(),
    authorId: ann,
    createdAt: NOW,
    text: 'older',
    deletedAt: null,
    rootId: root,
  }));
  for (let start = 0; start < rows.length; start += 100)
    await db
      .insertInto('messages')
      .values(rows.slice(start, start + 100))
      .execute();
  await db
    .updateTable('rooms')
    .set({ seq: from + rows.length })
    .execute();
  await db.deleteFrom('reply_counts').execute();
  expect((await send(ann, { replyTo: root })).publications[0]?.event).toMatchObject({
    replies: MAX_COUNTED_REPLIES,
  });
  const ids = [reply, ...rows.map(({ id }) => id)];
  const remove = async (id = '') => {
    const { publications } = await run(ann, 'delete_message', { roomId, messageId: id });
    return publications[0]?.event;
  };
  expect(await remove(ids[0])).toMatchObject({ replies: MAX_COUNTED_REPLIES });
  expect(await remove(ids[1])).toMatchObject({ replies: MAX_COUNTED_REPLIES });
  expect(await remove(ids[2])).toMatchObject({ replies: MAX_COUNTED_REPLIES - 1 });
  expect(await remove(ids[3])).toMatchObject({ replies: MAX_COUNTED_REPLIES - 2 });
});

test('U11 who writes in a conversation follows it, and so does the author of its first message, once', async () => {
  const { db, ann, ben, cem, roomId, send, sendId, follows, run } = await createRoom();
  const root = await sendId(ann);
  expect(await follows(ann, root)).toBe(false);
  const { publications } = await send(ben, { replyTo: root });
  const event = { type: 'conversation_changed', roomId, rootId: root, follows: true, version: 1 };
  expect(publications.filter(({ topic }) => topic.startsWith('self:'))).toEqual(
    expect.arrayContaining([
      { topic: selfTopic(ann), event },
      { topic: selfTopic(ben), event },
    ]),
  );
  expect(await Promise.all([ann, ben, cem].map(uid => follows(uid, root)))).toEqual([true, true, false]);
  await run(ann, 'set_follow', { roomId, messageId: root, on: false });
  await send(cem, { replyTo: root });
  expect(await follows(ann, root), 'a later reply does not undo that').toBe(false);
  expect(await follows(cem, root)).toBe(true);
  await send(ann, { replyTo: root });
  expect(await follows(ann, root), 'writing does').toBe(true);
  expect(await findFollowsVersion(db, ann)).toBe(3);
  const state = await readState(db, cem, roomId);
  expect(state, 'no cursor moves').toMatchObject({ readSeq: 0, unread: 3 });
  expect(state).not.toHaveProperty('conversations');
});

test('U11 following is a wanted state, joins an open room, and needs access', async () => {
  const { db, ann, roomId, sendId, run, follows } = await createRoom();
  const root = await sendId(ann);
  const dora = await addPerson(db, 'Dora');
  const { output, publications } = await run(dora, 'set_follow', { roomId, messageId: root, on: true });
  expect(output).toEqual({ roomId, rootId: root, follows: true, version: 1 });
  expect(publications.map(({ event }) => event.type)).toEqual(['membership_changed', 'conversation_changed']);
  const again = await run(dora, 'set_follow', { roomId, messageId: root, on: true });
  expect(again).toEqual({ output: { roomId, rootId: root, follows: true, version: 1 }, publications: [] });
  expect(await listFollowed(db, dora, roomId, [root, newId()])).toEqual([root]);
  await run(dora, 'set_follow', { roomId, messageId: root, on: false });
  expect(await follows(dora, root)).toBe(false);
  expect(await db.selectFrom('own_conversations').selectAll().execute(), '"off" needs no row').toEqual([]);
  const secret = await runJob<CommandOutput<'create_room'>>(db, createRoomJob(ann, { kind: 'private' }));
  const { id } = secret.output.room;
  const [refused] = await runJobs(db, {
    mutation: 'set_follow',
    caller: { uid: dora },
    input: { roomId: id, messageId: root, on: true },
  });
  expect(refused).toMatchObject({ error: { code: 'not_found' } });
});

test('U10 reading a conversation reads its replies in the room, and "read" of their mentions', async () => {
  const { db, ann, ben, roomId, sendId, run } = await createRoom();
  const root = await sendId(ben);
  const reply = await sendId(ann, { replyTo: root });
  await sendId(ann);
  await sendId(ann, { replyTo: reply });
  const getRead = async () =>
    (await readMentionPage(db, { uid: ben, now: NOW }, undefined)).mentions.map(({ read }) => read);
  expect(await readState(db, ben, roomId)).toMatchObject({ unread: 3, mentions: 1 });
  expect(await getRead()).toEqual([false]);
  const { publications } = await run(ben, 'set_read', { roomId, seq: 99, version: 1, conversation: reply });
  expect(publications).toMatchObject([
    {
      topic: selfTopic(ben),
      event: { type: 'read_moved', conversation: { rootId: root, seq: 4, version: 1 } },
    },
  ]);
  expect(await readState(db, ben, roomId)).toMatchObject({
    readSeq: 0,
    unread: 1,
    mentions: 0,
    conversations: { [root]: 4 },
  });
  expect(await getRead()).toEqual([true]);
  const page = { roomId, conversation: reply, limit: 15 };
  const { conversation } = await readConversation(db, { uid: ben, now: NOW }, page);
  expect(conversation).toEqual({ rootId: root, count: 3, follows: true, readSeq: 4 });
  await run(ben, 'set_read', { roomId, seq: 2, version: 1, back: true });
  expect(await readState(db, ben, roomId), 'nothing is raised').toMatchObject({
    readSeq: 0,
    conversations: { [root]: 2 },
  });
  await run(ben, 'set_read', { roomId, seq: 4, version: 1, conversation: root });
  expect(await readState(db, ben, roomId), 'of an earlier version').toMatchObject({ unread: 2 });
  await run(ben, 'set_read', { roomId, seq: 4, version: 2 });
  expect(await readState(db, ben, roomId)).toEqual(
    expect.not.objectContaining({ conversations: expect.anything() }),
  );
});

test('U10 a state has at most 50 cursors of conversations, the highest, and says that there are more', async () => {
  const { db, ann, ben, roomId, sendId, run } = await createRoom();
  const roots: string[] = [];
  for (let count = 0; count < 52; count++) roots.push(await sendId(ann));
  for (const [index, root] of roots.entries())
    await run(ben, 'set_read', { roomId, seq: index + 1, version: 1, conversation: root });
  const state = await readState(db, ben, roomId);
  expect(state).toMatchObject({ unread: 0, more: true });
  expect(Object.keys(state?.conversations ?? {})).toEqual(roots.slice(2).toReversed());
});

test('U12 the list has the newest reply first, without rooms, people and replies that the person does not see', async () => {
  const { db, ann, ben, cem, roomId, sendId, run, list } = await createRoom();
  const [first, second, quiet] = [await sendId(ann), await sendId(ann), await sendId(ann)];
  await sendId(ben, { replyTo: second }, NOW + 10);
  await sendId(ben, { replyTo: first, text: 'one' }, NOW + 20);
  await sendId(ben, { replyTo: first, text: 'two' }, NOW + 30);
  await sendId(ben, { replyTo: first, text: 'three' }, NOW + 40);
  await run(ann, 'set_follow', { roomId, messageId: quiet, on: true });
  const { conversations, rooms, version } = await list(ann);
  expect(conversations.map(({ rootId, unread, replies }) => [rootId, unread, replies])).toEqual([
    [first, 3, 3],
    [second, 1, 1],
    [quiet, 0, 0],
  ]);
  expect(conversations[0]).toMatchObject({
    root: { id: first },
    last: [{ text: 'two' }, { text: 'three' }],
    lastSeq: 7,
  });
  expect([rooms.map(({ id }) => id), version]).toEqual([[roomId], 3]);
  const news = () => readNewConversations(db, { uid: ann, now: NOW });
  expect((await news()).conversations).toHaveLength(2);
  await run(ann, 'set_read', { roomId, seq: 7, version: 1, conversation: first });
  expect((await list(ann, { unread: true })).conversations.map(({ rootId }) => rootId)).toEqual([second]);
  await run(ann, 'set_room_options', { roomId, muted: true });
  expect((await list(ann, { unread: true })).conversations).toEqual([]);
  expect((await list(ann)).conversations, 'a muted room stands under "All"').toHaveLength(3);
  expect((await news()).conversations).toEqual([]);
  await run(ann, 'set_room_options', { roomId, muted: false });
  await run(ann, 'set_block', { uid: ben, blocked: true });
  expect((await news()).conversations, 'nobody blocked has news').toEqual([]);
  expect((await list(ann)).conversations.find(({ rootId }) => rootId === second)).toMatchObject({
    unread: 0,
    last: [],
  });
  expect((await list(cem)).conversations).toEqual([]);
  await run(ann, 'set_member', { roomId, uid: ben, member: false });
  expect((await list(ben)).conversations).toEqual([]);
});

test('U12 the last reply is deleted: nothing is new, and a conversation without any message is not listed', async () => {
  const { db, ann, ben, roomId, sendId, run, list } = await createRoom();
  const root = await sendId(ann);
  const reply = await sendId(ben, { replyTo: root });
  await run(ben, 'delete_message', { roomId, messageId: reply });
  expect((await list(ann)).conversations).toMatchObject([
    { rootId: root, unread: 0, replies: 0, last: [], lastSeq: 0 },
  ]);
  expect(await readNewConversations(db, { uid: ann, now: NOW })).toMatchObject({ conversations: [] });
  await run(ann, 'delete_message', { roomId, messageId: root });
  expect((await list(ann)).conversations).toEqual([]);
});

test('U12 pages have at most 20 conversations and 64 kB, and contain each one once', async () => {
  const { ann, ben, sendId, list } = await createRoom();
  const roots: string[] = [];
  for (let count = 0; count < 25; count++) {
    const root = await sendId(ann, { text: count % 3 === 0 ? 'x'.repeat(9_000) : 'short' });
    roots.unshift(root);
    await sendId(ben, { replyTo: root, text: '\u20ac'.repeat(count % 2 === 0 ? 9_000 : 1) }, NOW + count);
    await sendId(ben, { replyTo: root, text: '\u20ac'.repeat(count % 4 === 0 ? 9_000 : 1) }, NOW + count);
  }
  const seen: string[] = [];
  let before: Awaited<ReturnType<typeof list>>['next'];
  let pages = 0;
  do {
    const page = await list(ann, before ? { before } : {});
    expect(jsonBytes(page)).toBeLessThanOrEqual(64 * 1024);
    expect(page.conversations.length).toBeLessThanOrEqual(20);
    seen.push(...page.conversations.map(({ rootId }) => rootId));
    before = page.next;
  } while (before && ++pages < 50);
  expect(seen).toEqual(roots);
});

test('U13 a job removes what a person read longest ago beyond the maximum, and never raises a cursor', async () => {
  const { db, ann, ben, roomId, sendId, writer } = await createRoom();
  await sendId(ann);
  const row = { userId: ben, roomId, follows: 1, seq: 0 };
  const rows = Array.from({ length: MAX_FOLLOWED + 3 }, (_, index) => ({
    ...row,
    rootId: newId(),
    at: index,
  }));
  const read = Array.from({ length: MAX_FOLLOWED + 1 }, (_, index) => ({
    ...row,
    rootId: newId(),
    follows: null,
    seq: 1,
    at: index,
  }));
  for (const kind of [rows, read])
    for (let start = 0; start < kind.length; start += 50)
      await db
        .insertInto('own_conversations')
        .values(kind.slice(start, start + 50))
        .execute();
  const { step } = createFollowLimitSweep(db, writer);
  let cursor = await step(undefined);
  while (cursor !== undefined) cursor = await step(cursor);
  const left = await db
    .selectFrom('own_conversations')
    .select(['rootId'])
    .where('userId', '=', ben)
    .execute();
  const ids = new Set(left.map(({ rootId }) => rootId));
  const expected = [...rows.slice(3), ...read.slice(1)].map(({ rootId }) => rootId);
  expect([ids.size, expected.every(id => ids.has(id))]).toEqual([2 * MAX_FOLLOWED, true]);
  expect(await findFollowsVersion(db, ben)).toBe(3);
  expect(await readState(db, ben, roomId), 'what becomes unread has a new version').toMatchObject({
    version: 2,
    readSeq: 0,
  });
});

test('U14 after an update a job counts older replies, and who wrote lately follows, once and after older servers', async () => {
  const { db, ann, ben, cem, roomId, sendId, follows, run, writer } = await createRoom();
  const [old, recent] = [await sendId(cem), await sendId(ann)];
  await sendId(ben, { replyTo: old });
  await sendId(ben, { replyTo: recent }, NOW + 100 * DAY_MS);
  for (const table of ['own_conversations', 'follow_versions', 'reply_counts'] as const)
    await db.deleteFrom(table).execute();
  await db.deleteFrom('meta').where('key', '=', FINISHED_KEY).execute();
  const runJobAt = async (now: number) => {
    const { step } = createOlderConversationSweep(db, writer, () => now);
    let cursor = await step(undefined);
    let steps = 0;
    while (cursor !== undefined && ++steps < 100) cursor = await step(cursor);
  };
  const now = NOW + 101 * DAY_MS;
  await runJobAt(now);
  expect(await readReplyCounts(db, roomId, [{ id: old }, { id: recent }])).toEqual({
    replies: { [old]: 1, [recent]: 1 },
  });
  expect(await Promise.all([follows(ben, old), follows(cem, old)]), 'that is long ago').toEqual([
    false,
    false,
  ]);
  expect(await Promise.all([follows(ben, recent), follows(ann, recent)])).toEqual([true, true]);
  expect(await findOwnConversation(db, { uid: ben, roomId, rootId: recent })).toMatchObject({ seq: 0 });
  await run(ben, 'set_follow', { roomId, messageId: recent, on: false });
  await db.deleteFrom('reply_counts').execute();
  await runJobAt(now);
  expect(await follows(ben, recent)).toBe(false);
  expect(await readReplyCounts(db, roomId, [{ id: old }]), 'it ran already').toEqual({});
  await sendId(cem, { replyTo: old }, now + 5);
  await db.deleteFrom('own_conversations').execute();
  // Another value than before, as after servers of the earlier release are gone.
  const finished = await db
    .selectFrom('meta')
    .select('value')
    .where('key', '=', FINISHED_KEY)
    .executeTakeFirstOrThrow();
  const value = finished.value.replace(/^.* /, '0.0.1-older ');
  await db.updateTable('meta').set({ value }).where('key', '=', FINISHED_KEY).execute();
  await runJobAt(now + 10);
  expect(await follows(ben, recent), 'only what was stored since').toBe(false);
  expect(await Promise.all([follows(cem, old), readReplyCounts(db, roomId, [{ id: old }])])).toEqual([
    true,
    { replies: { [old]: 2 } },
  ]);
});

test('U14 a run that begins before older servers are gone is not the last one', async () => {
  const { db, ann, ben, roomId, sendId, writer } = await createRoom();
  const root = await sendId(ann);
  await sendId(ben, { replyTo: root });
  await db.deleteFrom('meta').where('key', '=', FINISHED_KEY).execute();
  const { step } = createOlderConversationSweep(db, writer, () => NOW);
  const setOldest = (value: string) => storeMeta(db, 'oldestVersion', value);
  await setOldest('0.4.0');
  const cursor = await step(undefined);
  expect(cursor).toBeDefined();
  // A server of the earlier release stores a reply, and ends.
  await sendId(ben, { replyTo: root });
  await db.updateTable('reply_counts').set({ count: 1 }).execute();
  await setOldest('0.5.0');
  expect(await step(cursor)).toBeUndefined();
  let next = await step(undefined);
  expect(next, 'it runs again').toBeDefined();
  while (next !== undefined) next = await step(next);
  expect(await readReplyCounts(db, roomId, [{ id: root }])).toEqual({ replies: { [root]: 2 } });
  expect(await step(undefined), 'and then no more').toBeUndefined();
});

test('a deleted room takes its conversations and numbers of replies along', async () => {
  const { db, ann, ben, roomId, sendId, run } = await createRoom();
  const root = await sendId(ann);
  await sendId(ben, { replyTo: root });
  const { name } = await db.selectFrom('rooms').select('name').executeTakeFirstOrThrow();
  await run(ann, 'delete_room', { roomId, name });
  for (let step = 0; step < 6; step++)
    await db.transaction().execute(async transaction => {
      await eraseRoom.run(transaction, { uid: '', now: NOW, incarnation: '' }, { roomId });
    });
  const tables = ['rooms', 'messages', 'own_conversations', 'reply_counts', 'reads'] as const;
  for (const table of tables) expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
});
