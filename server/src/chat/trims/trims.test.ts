import { HEART, type Message } from '@snug/protocol';
import { expect, test } from 'vitest';
import { accessFile } from '../../admin/reports/access.ts';
import { newId } from '../../base/ids.ts';
import { createCounts } from '../../testing/counts.ts';
import { addPerson, createSendJob, NOW, readSeq, runJob, runJobs } from '../../testing/database.ts';
import { createRoomWithFiles } from '../../testing/files.ts';
import { createMentionRoom, toMention } from '../../testing/mentions.ts';
import { eraseTrimmed, makeOlder, trimRoom } from '../../testing/trims.ts';
import { readConversations, readNewConversations } from '../conversations/conversation-list.ts';
import { readConversation } from '../messages/conversation.ts';
import { readHistory } from '../messages/history.ts';
import { findMessage, readPage } from '../messages/message-store.ts';
import { readPins } from '../pins/pin-list.ts';
import { findRoom } from '../rooms/room-rows.ts';
import { RoomStateReader } from '../rooms/room-state-reader.ts';
import { listWriters } from '../rooms/room-writers-store.ts';

async function createRoom() {
  const setup = await createMentionRoom();
  const { db, roomId, send } = setup;
  const sent = async (uid: string, input: Parameters<typeof send>[1]) =>
    (await send(uid, input)).output.message;
  const states = new RoomStateReader({
    read: db,
    counts: createCounts(db),
    maxCatchUp: 100,
    setTimer: () => {},
  });
  const run = (uid: string, mutation: string, input: object) =>
    runJob<{ message: Message }>(db, { mutation, caller: { uid }, input: { roomId, ...input } });
  const rows = async () =>
    (await db.selectFrom('messages').select('seq').where('roomId', '=', roomId).orderBy('seq').execute()).map(
      ({ seq }) => seq,
    );
  return { ...setup, sent, states, run, rows };
}

test('TR1 a trim is a step of the log with the seq at which it begins now, and takes a prefix', async () => {
  const { db, roomId, ann, sent, run } = await createRoom();
  const old = [await sent(ann, { text: 'one' }), await sent(ann, { text: 'two' })];
  const kept = await sent(ann, { text: 'three' });
  await run(ann, 'set_reaction', { messageId: old[1]?.id, emoji: HEART, on: true });
  await makeOlder(db, roomId, kept.seq - 1);
  const seq = (await readSeq(db, roomId)) ?? 0;
  const publications = await trimRoom(db, roomId);
  const event = { type: 'room_trimmed', roomId, seq: seq + 1, before: kept.seq, pinCount: 0 };
  expect(publications).toMatchObject([{ topic: `room:${roomId}`, event }]);
  expect(publications[0]?.event).not.toHaveProperty('room');
  expect(await findRoom(db, roomId)).toMatchObject({ seq: seq + 1, trimmedBefore: kept.seq });
  expect((await readPage(db, roomId, 100, 10)).messages.map(({ text }) => text)).toEqual(['three']);
  expect(await findMessage(db, roomId, old[0]?.id ?? '')).toBeUndefined();
  await eraseTrimmed(db, roomId);
  expect(await trimRoom(db, roomId), 'nothing is left to trim').toEqual([]);
  expect(await readSeq(db, roomId)).toBe(seq + 1);
});

test('TR1 a room whose messages are all too old is empty, and later messages go on with its numbers', async () => {
  const { db, roomId, ann, ben, sent, rows } = await createRoom();
  const messages: Message[] = [];
  for (const text of ['one', 'two', 'three']) messages.push(await sent(ben, { text }));
  const last = messages.at(-1)?.seq ?? 0;
  await makeOlder(db, roomId, last);
  await trimRoom(db, roomId);
  expect(await findRoom(db, roomId)).not.toHaveProperty('lastMessage');
  await eraseTrimmed(db, roomId);
  expect(await rows()).toEqual([]);
  expect(await sent(ann, { text: 'four' })).toMatchObject({ seq: last + 2 });
  expect(await findRoom(db, roomId)).toMatchObject({
    lastMessage: { text: 'four' },
    trimmedBefore: last + 1,
  });
});

test('TR1 a trim finds the first message that is young enough, also beside steps and deleted messages', async () => {
  const { db, roomId, ann, sent, run, rows } = await createRoom();
  const messages: Message[] = [];
  for (let index = 0; index < 9; index++) {
    const message = await sent(ann, { text: `${index}` });
    messages.push(message);
    if (index % 2 === 0) await run(ann, 'set_reaction', { messageId: message.id, emoji: HEART, on: true });
    if (index % 3 === 0) await run(ann, 'delete_message', { messageId: message.id });
  }
  for (const first of [1, 4, 7]) {
    const kept = messages[first]?.seq ?? 0;
    await makeOlder(db, roomId, kept - 1);
    expect(await trimRoom(db, roomId)).toMatchObject([{ event: { type: 'room_trimmed' } }]);
    await eraseTrimmed(db, roomId);
    const isKept = ({ seq }: Message) => seq >= kept;
    expect(await rows()).toEqual(messages.filter(isKept).map(({ seq }) => seq));
  }
});

test('TR2 the erasure takes everything that belongs to trimmed messages, in parts, and nothing else', async () => {
  const { db, roomId, ann, ben, cem, sent, run, rows } = await createRoom();
  const first = await sent(ann, { text: '@Ben hello', mentions: [toMention('@Ben hello', ben, '@Ben')] });
  await sent(ben, { text: 'an answer', replyTo: first.id });
  for (let index = 0; index < 120; index++) await sent(cem, { text: `message ${index}` });
  const last = await sent(cem, { text: 'the last old one' });
  for (const uid of [ann, ben]) {
    await run(uid, 'set_reaction', { messageId: first.id, emoji: HEART, on: true });
    await run(uid, 'set_saved', { messageId: first.id, on: true, remindAt: NOW + 1 });
  }
  await run(ann, 'set_pin', { messageId: first.id, on: true });
  const kept = await sent(ann, { text: 'young', replyTo: first.id });
  await run(ben, 'set_saved', { messageId: kept.id, on: true });
  await makeOlder(db, roomId, last.seq);
  expect(await trimRoom(db, roomId)).toMatchObject([{ event: { pinCount: 0 } }]);
  const published = await eraseTrimmed(db, roomId);
  expect(await rows()).toEqual([kept.seq]);
  const read = async (table: 'reactions' | 'mentions' | 'saved' | 'own_conversations' | 'reply_counts') =>
    (await db.selectFrom(table).selectAll().execute()).length;
  expect(await read('reactions')).toBe(0);
  expect(await db.selectFrom('mentions').select('seq').execute()).toEqual([]);
  expect(await db.selectFrom('saved').select(['userId', 'messageId']).execute()).toEqual([
    { userId: ben, messageId: kept.id },
  ]);
  expect(published.filter(({ event }) => event.type === 'saved_changed').map(({ topic }) => topic)).toEqual(
    [`self:${ann}`, `self:${ben}`].toSorted(),
  );
  // The conversation goes on with the young answer.
  expect(await read('own_conversations')).toBe(2);
  expect(await db.selectFrom('reply_counts').select(['rootId', 'count']).execute()).toEqual([
    { rootId: first.id, count: 1 },
  ]);
  const counts = await db
    .selectFrom('members')
    .select(['userId', 'messageCount'])
    .where('messageCount', '>', 0)
    .execute();
  expect(counts).toEqual([{ userId: ann, messageCount: 1 }]);
  expect(await db.selectFrom('rooms').select(['writerCount', 'trimErasing']).execute()).toEqual([
    { writerCount: 1, trimErasing: null },
  ]);
});

test('TR2 nobody follows a conversation of which nothing is left', async () => {
  const { db, roomId, ann, ben, sent } = await createRoom();
  const first = await sent(ann, { text: 'first' });
  const answer = await sent(ben, { text: 'answer', replyTo: first.id });
  const other = await sent(ann, { text: 'other' });
  await sent(ben, { text: 'young answer', replyTo: other.id });
  await makeOlder(db, roomId, answer.seq);
  await trimRoom(db, roomId);
  const published = await eraseTrimmed(db, roomId);
  const changes = published.filter(({ event }) => event.type === 'conversation_changed');
  expect(changes.map(({ topic }) => topic)).toEqual([`self:${ann}`, `self:${ben}`].toSorted());
  expect(changes).toMatchObject([ann, ben].map(() => ({ event: { rootId: first.id, follows: false } })));
  const left = await db.selectFrom('own_conversations').select('rootId').execute();
  expect(left).toEqual([{ rootId: other.id }, { rootId: other.id }]);
});

test('TR2 a part takes a bounded number of rows, however many reactions and saved copies there are', async () => {
  const { db, roomId, ann, sent } = await createRoom();
  const message = await sent(ann, { text: 'popular' });
  const people = await Promise.all(
    Array.from({ length: 20 }, (_, index) => addPerson(db, `Person ${index}`)),
  );
  const emojis = Array.from({ length: 30 }, (_, index) => String.fromCodePoint(0x1f600 + index));
  for (const userId of people) {
    const place = { roomId, messageId: message.id, userId };
    await db
      .insertInto('reactions')
      .values(emojis.map(emoji => ({ ...place, emoji })))
      .execute();
    await db
      .insertInto('saved')
      .values({ ...place, savedAt: 1, remindAt: null })
      .execute();
  }
  await makeOlder(db, roomId, message.seq);
  await trimRoom(db, roomId);
  const part = { mutation: 'erase_trimmed', caller: { uid: '' }, input: { roomId } };
  expect((await runJob(db, part)).output).toMatchObject({ hasMore: true });
  expect(await db.selectFrom('reactions').selectAll().execute()).toHaveLength(100);
  expect(await findStored(message.id)).toBe(true);
  await eraseTrimmed(db, roomId);
  expect(await findStored(message.id)).toBe(false);
  expect(await db.selectFrom('reactions').selectAll().execute()).toEqual([]);

  async function findStored(id: string) {
    return (await db.selectFrom('messages').select('id').where('id', '=', id).execute()).length > 0;
  }
});

test('TR2 the file of a trimmed message is nobody’s from the trim on, and the erasure removes its bytes', async () => {
  const { db, uid, roomId, upload, removal, listStored } = await createRoomWithFiles();
  const [{ id: fileId }, { id: youngId }] = [await upload('a secret'), await upload('young')];
  const send = (id: string) =>
    runJob<{ message: Message }>(db, {
      mutation: 'send_message',
      caller: { uid },
      input: { id: newId(), roomId, fileId: id },
    });
  const { output } = await send(fileId);
  await send(youngId);
  await makeOlder(db, roomId, output.message.seq);
  expect(listStored()).toHaveLength(2);
  await trimRoom(db, roomId);
  const actor = { uid, now: NOW };
  await expect(accessFile(db, actor, fileId)).rejects.toMatchObject({ code: 'not_found' });
  expect(await accessFile(db, actor, youngId)).toMatchObject({ fileId: youngId });
  const part = { mutation: 'erase_trimmed', caller: { uid: '' }, input: { roomId } };
  const erased = await runJob<{ files: { id: string; key: string }[] }>(db, part);
  for (const file of erased.output.files) await removal.remove(file);
  expect(listStored()).toHaveLength(1);
  expect(await db.selectFrom('files').select('id').execute()).toEqual([{ id: youngId }]);
});

test('TR3 a catch-up over a trim is a reset, unless the client drops the messages itself', async () => {
  const { db, roomId, ann, sent, states } = await createRoom();
  const old = await sent(ann, { text: 'old' });
  const kept = await sent(ann, { text: 'kept', replyTo: old.id });
  const since = (await readSeq(db, roomId)) ?? 0;
  await makeOlder(db, roomId, old.seq);
  await trimRoom(db, roomId);
  const actor = { uid: ann, now: NOW };
  const read = (known: object) => states.read(actor, roomId, known);
  for (const from of [old.seq, since]) {
    expect(await read({ since: from }), `since ${from}`).toMatchObject({
      reset: true,
      messages: [{ id: kept.id }],
      hasOlder: false,
    });
    const state = await read({ since: from, trims: true });
    expect(state).toMatchObject({ reset: false, room: { trimmedBefore: kept.seq } });
  }
  const end = (await readSeq(db, roomId)) ?? 0;
  expect(await read({ since: end })).toMatchObject({ reset: false, messages: [] });
  expect(await states.readSince(roomId, since), 'the server cannot know its readers').toMatchObject({
    reset: true,
  });
  expect(await states.readSince(roomId, end)).toMatchObject({ reset: false });
});

test('TR3 pages end at the new beginning of the log', async () => {
  const { db, roomId, ann, sent } = await createRoom();
  const messages: Message[] = [];
  for (let index = 0; index < 6; index++) messages.push(await sent(ann, { text: `${index}` }));
  const [first, , third] = messages;
  await makeOlder(db, roomId, (third?.seq ?? 0) - 1);
  await trimRoom(db, roomId);
  const log = { seq: (await readSeq(db, roomId)) ?? 0, trimmedBefore: third?.seq ?? 0 };
  const page = async (where: object) => {
    const found = await readHistory(db, { uid: ann, now: NOW }, log, { roomId, limit: 2, ...where });
    return [found.hasOlder, found.messages.map(({ text }) => text), found.hasNewer];
  };
  expect(await page({ before: messages[4]?.seq })).toEqual([false, ['2', '3'], true]);
  expect(await page({ before: third?.seq })).toEqual([false, [], true]);
  expect(await page({ after: 0 })).toEqual([false, ['2', '3'], true]);
  expect(await page({ after: first?.seq })).toEqual([false, ['2', '3'], true]);
  expect(await page({ around: 1, limit: 5 })).toEqual([false, ['2', '3'], true]);
  // Go to a date before the beginning.
  expect(await page({ at: 1, limit: 3 })).toEqual([false, ['2', '3'], true]);
  await expect(page({ around: first?.id })).rejects.toMatchObject({ code: 'not_found' });
});

test('TR4 an answer stays an answer to a deleted message, before and after the erasure, and its conversation goes on', async () => {
  const { db, roomId, ann, ben, sent, run } = await createRoom();
  const root = await sent(ann, { text: 'the root' });
  const old = await sent(ben, { text: 'old answer', replyTo: root.id });
  const answer = await sent(ben, { text: 'young answer', replyTo: old.id });
  await makeOlder(db, roomId, old.seq);
  await trimRoom(db, roomId);
  const check = async () => {
    const stored = await findMessage(db, roomId, answer.id);
    expect(stored).toMatchObject({ rootId: root.id, reply: { id: old.id, deleted: true } });
    expect(JSON.stringify(stored)).not.toContain('old answer');
    const input = { roomId, conversation: root.id, limit: 10 };
    const page = await readConversation(db, { uid: ann, now: NOW }, input);
    expect(page.conversation).toMatchObject({ rootId: root.id, follows: true });
    return page.messages.map(({ text }) => text);
  };
  expect(await check()).toEqual(['young answer']);
  await eraseTrimmed(db, roomId);
  expect(await check()).toEqual(['young answer']);
  const edit = { id: answer.id, text: 'changed', revision: 0, editId: newId() };
  await run(ben, 'edit_message', edit);
  const next = await sent(ann, { text: 'goes on', replyTo: root.id });
  expect(next).toMatchObject({ rootId: root.id, reply: { id: root.id, deleted: true } });
  expect(await check()).toEqual(['changed', 'goes on']);
  await run(ann, 'set_follow', { messageId: root.id, on: false });
});

test('TR4 nobody answers, edits, saves or reacts to a trimmed message', async () => {
  const { db, roomId, ann, ben, sent, rows } = await createRoom();
  const old = await sent(ann, { text: 'old' });
  await sent(ann, { text: 'young' });
  await makeOlder(db, roomId, old.seq);
  await trimRoom(db, roomId);
  const ref = { roomId, messageId: old.id };
  const jobs = [
    createSendJob(ben, { roomId, replyTo: old.id }),
    {
      mutation: 'edit_message',
      caller: { uid: ann },
      input: { roomId, id: old.id, text: 'x', revision: 0, editId: newId() },
    },
    { mutation: 'set_saved', caller: { uid: ben }, input: { ...ref, on: true } },
    { mutation: 'set_reaction', caller: { uid: ben }, input: { ...ref, emoji: HEART, on: true } },
    { mutation: 'set_pin', caller: { uid: ann }, input: { ...ref, on: true } },
    { mutation: 'set_follow', caller: { uid: ben }, input: { ...ref, on: true } },
    { mutation: 'delete_message', caller: { uid: ann }, input: ref },
  ];
  const before = await rows();
  for (const job of jobs)
    expect([job, await runJobs(db, job)]).toMatchObject([job, [{ error: { code: 'not_found' } }]]);
  expect(await rows()).toEqual(before);
});

test('TR4 M2 a repeated send of a trimmed message is answered as of a deleted one until its row is erased, and stores nothing', async () => {
  const { db, roomId, ann, ben, sent, rows } = await createRoom();
  const old = await sent(ann, { text: 'old' });
  await sent(ann, { text: 'young' });
  await makeOlder(db, roomId, old.seq);
  await trimRoom(db, roomId);
  const before = await rows();
  const { id, seq } = old;
  const repeated = createSendJob(ann, { roomId, id, text: 'old' });
  const { output, publications } = await runJob<{ message: Message }>(db, repeated);
  expect(output.message).toMatchObject({ id, seq, author: { uid: ann }, deletedAt: NOW });
  expect(output.message).not.toHaveProperty('text');
  expect(publications).toEqual([]);
  const foreign = await runJobs(db, createSendJob(ben, { roomId, id, text: 'old' }));
  expect(foreign).toMatchObject([{ error: { code: 'id_taken' } }]);
  expect(await rows()).toEqual(before);
});

test('TR5 a cursor below the beginning counts only what is left', async () => {
  const { db, roomId, ann, ben, cem, sent } = await createRoom();
  const counts = createCounts(db);
  const text = '@Ben hello';
  const mentions = [toMention(text, ben, '@Ben')];
  for (let index = 0; index < 5; index++) await sent(cem, { text, mentions });
  const last = await sent(ann, { text });
  for (let index = 0; index < 3; index++) await sent(ann, { text, mentions });
  await db.updateTable('reads').set({ seq: 0, version: 1 }).where('userId', '=', ben).execute();
  const read = async () => (await counts.read(ben, [roomId])).get(roomId);
  expect(await read()).toMatchObject({ unread: 9, mentions: 8 });
  await makeOlder(db, roomId, last.seq);
  await trimRoom(db, roomId);
  expect(await read()).toMatchObject({ unread: 3, mentions: 3, readSeq: 0 });
  await eraseTrimmed(db, roomId);
  expect(await read()).toMatchObject({ unread: 3, mentions: 3 });
});

test('TR6 pins that the rule keeps are in the list of pins and nowhere else, and go when they are unpinned', async () => {
  const { db, roomId, ann, ben, sent, run, rows } = await createRoom();
  const source = await sent(ben, { text: 'a source' });
  const [pinned, other] = [
    await sent(ben, { text: 'pinned', replyTo: source.id }),
    await sent(ben, { text: 'also pinned' }),
  ];
  for (const { id } of [pinned, other]) await run(ann, 'set_pin', { messageId: id, on: true });
  const kept = await sent(ann, { text: 'young', replyTo: pinned.id });
  await makeOlder(db, roomId, other.seq);
  const [trim] = await trimRoom(db, roomId, { keepsPins: true });
  expect(trim?.event).toMatchObject({ pinCount: 2 });
  await eraseTrimmed(db, roomId);
  expect(await rows()).toEqual([pinned.seq, other.seq, kept.seq]);
  const list = async () => (await readPins(db, roomId)).messages;
  expect(await list()).toMatchObject([{ text: 'also pinned' }, { text: 'pinned', reply: { deleted: true } }]);
  expect(await findMessage(db, roomId, pinned.id)).toBeUndefined();
  expect(await findMessage(db, roomId, kept.id)).toMatchObject({ reply: { deleted: true } });
  const unpinned = await run(ann, 'set_pin', { messageId: pinned.id, on: false });
  expect(unpinned.publications).toMatchObject([{ event: { type: 'message_deleted', pinCount: 1 } }]);
  expect(JSON.stringify(unpinned)).not.toContain('"pinned"');
  await run(ben, 'delete_message', { messageId: other.id });
  expect(await list()).toEqual([]);
  await eraseTrimmed(db, roomId);
  expect(await rows()).toEqual([kept.seq]);
});

test('TR6 a rule that keeps no pins any more takes those that an earlier trim has left', async () => {
  const { db, roomId, ann, sent, run, rows } = await createRoom();
  const pinned = await sent(ann, { text: 'pinned' });
  await run(ann, 'set_pin', { messageId: pinned.id, on: true });
  const kept = await sent(ann, { text: 'young' });
  await makeOlder(db, roomId, pinned.seq);
  await trimRoom(db, roomId, { keepsPins: true });
  expect(await trimRoom(db, roomId), 'still erasing').toEqual([]);
  await eraseTrimmed(db, roomId);
  expect(await trimRoom(db, roomId, { keepsPins: true })).toEqual([]);
  expect(await trimRoom(db, roomId)).toMatchObject([{ event: { before: pinned.seq + 1, pinCount: 0 } }]);
  expect((await readPins(db, roomId)).messages).toEqual([]);
  await eraseTrimmed(db, roomId);
  expect(await rows()).toEqual([kept.seq]);
});

test('TR5 conversations, pins and writers of a room count only what is left, also before the erasure', async () => {
  const { db, roomId, ann, ben, cem, sent, run } = await createRoom();
  const [gone, left] = [await sent(ann, { text: 'gone' }), await sent(ann, { text: 'left' })];
  for (const root of [gone, left]) await sent(ben, { text: 'old answer', replyTo: root.id });
  await run(ann, 'set_pin', { messageId: gone.id, on: true });
  const last = await sent(cem, { text: 'old' });
  await db.updateTable('reads').set({ seq: 0, version: 1 }).where('userId', '=', ann).execute();
  const list = async (input: object) =>
    (await readConversations(db, { uid: ann, now: NOW }, input)).conversations;
  expect(await list({ unread: true })).toMatchObject([{ unread: 1 }, { unread: 1 }]);
  await makeOlder(db, roomId, last.seq);
  await trimRoom(db, roomId);
  for (const isErased of [false, true]) {
    if (isErased) await eraseTrimmed(db, roomId);
    expect(await list({}), `erased: ${isErased}`).toEqual([]);
    expect(await list({ unread: true })).toEqual([]);
    expect((await readNewConversations(db, { uid: ann, now: NOW })).conversations).toEqual([]);
    expect(await findRoom(db, roomId)).not.toHaveProperty('pinCount');
    expect((await listWriters(db, roomId)).writers).toEqual([]);
  }
});

test('TR5 the list of conversations shows the young answers to a trimmed message', async () => {
  const { db, roomId, ann, ben, sent } = await createRoom();
  const root = await sent(ann, { text: 'root' });
  const old = await sent(ben, { text: 'old answer', replyTo: root.id });
  await sent(ben, { text: 'young answer', replyTo: root.id });
  await db.updateTable('reads').set({ seq: 0, version: 1 }).where('userId', '=', ann).execute();
  await makeOlder(db, roomId, old.seq);
  await trimRoom(db, roomId);
  for (const isErased of [false, true]) {
    if (isErased) await eraseTrimmed(db, roomId);
    const { conversations } = await readConversations(db, { uid: ann, now: NOW }, { unread: true });
    expect(conversations).toMatchObject([{ rootId: root.id, unread: 1, last: [{ text: 'young answer' }] }]);
    expect(conversations[0]).not.toHaveProperty('root');
  }
});
