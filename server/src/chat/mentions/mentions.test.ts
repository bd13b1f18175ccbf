import { type CommandOutput, MAX_MEMBERS_TO_MENTION, MAX_OUTSIDE_MENTIONS, selfTopic } from '@snug/protocol';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import type { Publication } from '../../db/mutation.ts';
import type { WriteJob } from '../../db/store.ts';
import { addPerson, createRoomJob, NOW, runJob, runJobs } from '../../testing/database.ts';
import {
  addMembers,
  createMentionRoom,
  memberJob,
  readMentionRows,
  toMention,
} from '../../testing/mentions.ts';
import { acceptJob } from '../../testing/requests.ts';
import { readPage } from '../messages/message-store.ts';

const HOUR_MS = 3_600_000;

test('J1 a message has its valid mentions, with their people, in results, events and pages', async () => {
  const { db, roomId, ann, ben, send } = await createMentionRoom();
  const text = 'Hi @Ben and *@Ben*';
  const mention = toMention(text, ben, '@Ben');
  const wrong = [
    { uid: ben, start: 13, length: 5 },
    toMention(text, newId(), '@Ben*'),
    { ...mention, uid: newId() },
  ];
  const { output, publications } = await send(ann, { text, mentions: [mention, ...wrong] });
  const shown = { text, mentions: [mention], mentioned: [{ uid: ben, name: 'Ben' }] };
  expect(output.message).toMatchObject(shown);
  expect(publications[0]?.event).toMatchObject({ message: shown });
  const [stored] = (await readPage(db, roomId, 99, 9)).messages;
  expect(stored).toEqual(output.message);
});

test('J1 a message without valid mentions has no field for them', async () => {
  const { ann, ben, send } = await createMentionRoom();
  const { output } = await send(ann, { text: 'Hi', mentions: [{ uid: ben, start: 0, length: 2 }] });
  expect(output.message).not.toHaveProperty('mentions');
  expect(output.message).not.toHaveProperty('mentioned');
});

test('J2 everyone mentions everyone in a room of 20 members, and only admins in a larger one', async () => {
  const { db, roomId, ann, ben, send } = await createMentionRoom();
  await addMembers(db, ann, roomId, MAX_MEMBERS_TO_MENTION - 2);
  const message = { text: '@room', mentions: [{ uid: null, start: 0, length: 5 }] };
  expect((await send(ben, message)).output.message).toMatchObject(message);
  await addMembers(db, ann, roomId, 1);
  expect((await send(ben, message)).output.message).not.toHaveProperty('mentions');
  expect((await send(ann, message)).output.message).toMatchObject(message);
  const rows = await db.selectFrom('messages').select('mentionsRoom').orderBy('seq').execute();
  expect(rows.map(({ mentionsRoom }) => mentionsRoom)).toEqual([1, null, 1]);
});

test('J3 a mention and a reply concern readers of the room other than the author, who learn of it', async () => {
  const { db, roomId, ann, ben, cem, send } = await createMentionRoom('private');
  const { output } = await send(ben, { text: 'first' });
  const text = '@Ann @Ben @Cem';
  const mentions = [toMention(text, ann, '@Ann'), toMention(text, ben, '@Ben'), toMention(text, cem, '@Cem')];
  const { publications } = await send(ann, { text, mentions });
  const reply = await send(ann, { text: 'second', replyTo: output.message.id });
  const [first] = await readMentionRows(db);
  expect(await readMentionRows(db)).toHaveLength(2);
  expect(first).toMatch(/ person$/);
  expect((await readMentionRows(db))[1]).toBe(`${ben} ${reply.output.message.seq} reply`);
  const seq = publications.find(({ event }) => event.type === 'message_sent')?.event as { seq: number };
  const event = {
    type: 'mention_changed',
    roomId,
    at: seq.seq,
    messageSeq: seq.seq,
    authorId: ann,
    on: true,
  };
  expect(publications.slice(1)).toEqual([{ topic: selfTopic(ben), event }]);
});

test('J3 a blocked author mentions nobody', async () => {
  const { db, ann, ben, send } = await createMentionRoom();
  await runJobs(db, { mutation: 'set_block', caller: { uid: ben }, input: { uid: ann, blocked: true } });
  const { output } = await send(ann, { text: '@Ben', mentions: [{ uid: ben, start: 0, length: 4 }] });
  expect(output.message.mentions).toHaveLength(1);
  expect(await readMentionRows(db)).toEqual([]);
});

test('J3 a mention joins nobody, and an author has 20 an hour of people outside', async () => {
  const { db, roomId, ann, send } = await createMentionRoom();
  const people: string[] = [];
  for (let index = 0; index < MAX_OUTSIDE_MENTIONS + 1; index++)
    people.push(await addPerson(db, `P${index}`));
  const mentionAll = (at: number) =>
    send(ann, {
      text: '@P '.repeat(people.length),
      mentions: people.map((uid, index) => ({ uid, start: 3 * index, length: 2 })),
      at,
    });
  await mentionAll(NOW);
  expect(await readMentionRows(db)).toHaveLength(MAX_OUTSIDE_MENTIONS);
  await mentionAll(NOW + HOUR_MS - 1);
  expect(await readMentionRows(db)).toHaveLength(MAX_OUTSIDE_MENTIONS);
  await mentionAll(NOW + HOUR_MS + 1);
  expect(await readMentionRows(db)).toHaveLength(2 * MAX_OUTSIDE_MENTIONS);
  const members = await db.selectFrom('members').select('userId').where('roomId', '=', roomId).execute();
  expect(members).toHaveLength(2);
});

/** Mentions somebody outside with each message, and runs `after` behind it. Returns how many reached them. */
async function countReached(
  setup: Awaited<ReturnType<typeof createMentionRoom>>,
  jobs: (message: object, index: number) => WriteJob,
  after?: (id: string) => WriteJob,
) {
  const { db, roomId, cem } = setup;
  let reached = 0;
  for (let index = 0; index < MAX_OUTSIDE_MENTIONS + 5; index++) {
    const id = newId();
    const message = { roomId, id, text: '@Cem', mentions: [{ uid: cem, start: 0, length: 4 }] };
    const { publications } = await runJob(db, jobs(message, index));
    reached += publications.filter(({ event }) => event.type === 'mention_changed').length;
    if (after) await runJob(db, after(id));
  }
  return reached;
}

test('J3 a mention of somebody outside counts also after the message is deleted or edited', async () => {
  for (const change of ['delete_message', 'edit_message']) {
    const setup = await createMentionRoom();
    const { roomId, ann: uid, db } = setup;
    const end = (id: string): WriteJob => ({
      mutation: change,
      caller: { uid },
      input:
        change === 'delete_message'
          ? { roomId, messageId: id }
          : { roomId, id, text: 'none', mentions: [], revision: 0, editId: newId() },
    });
    const send = (input: object): WriteJob => ({ mutation: 'send_message', caller: { uid }, input });
    expect([change, await countReached(setup, send, end)]).toEqual([change, MAX_OUTSIDE_MENTIONS]);
    expect(await readMentionRows(db)).toEqual([]);
  }
});

test('J3 a person and all their bots share the mentions of an hour, and nobody else loses theirs', async () => {
  const setup = await createMentionRoom();
  const { db, roomId, ann, ben } = setup;
  const bots: string[] = [];
  for (const name of ['Robo', 'Rosie', 'Marvin']) {
    const job = { mutation: 'create_bot', caller: { uid: ann }, input: { id: newId(), name } };
    const { bot } = (await runJob<CommandOutput<'create_bot'>>(db, job)).output;
    await runJob(db, memberJob(ann, roomId, bot.uid, { member: true }));
    bots.push(bot.uid);
  }
  const authors = [...bots, ann];
  const reached = await countReached(setup, (input, index) => {
    const uid = authors[index % authors.length] ?? ann;
    const scope = uid === ann ? undefined : { ownerId: ann, roomIds: [roomId] };
    return { mutation: 'send_message', caller: { uid, scope }, input };
  });
  expect(reached).toBe(MAX_OUTSIDE_MENTIONS);
  const other = await countReached(setup, input => ({
    mutation: 'send_message',
    caller: { uid: ben },
    input,
  }));
  expect(other).toBe(MAX_OUTSIDE_MENTIONS);
});

async function createMention() {
  const room = await createMentionRoom();
  const { db, roomId, ann, ben, cem, send } = room;
  const { output: first } = await send(ben, { text: 'first' });
  const text = '@Ben @Cem @room';
  const mentions = [
    toMention(text, ben, '@Ben'),
    toMention(text, cem, '@Cem'),
    toMention(text, null, '@room'),
  ];
  const { output, publications: sent } = await send(ann, { text, mentions, replyTo: first.message.id });
  const { id, seq } = output.message;
  const edit = (input: object, revision = 0) =>
    runJob<CommandOutput<'edit_message'>>(db, {
      mutation: 'edit_message',
      caller: { uid: ann },
      input: { roomId, id, revision, editId: newId(), ...input },
    });
  const remove = () =>
    runJob(db, { mutation: 'delete_message', caller: { uid: ann }, input: { roomId, messageId: id } });
  const readBit = async () =>
    (await db.selectFrom('messages').select('mentionsRoom').where('seq', '=', seq).executeTakeFirst())
      ?.mentionsRoom;
  return { ...room, text, mentions, seq, sent, edit, remove, readBit };
}

for (const end of ['edit', 'remove'] as const)
  test(`J3 the mention of somebody outside is named as such when it begins and at its end by ${end}, also after they join`, async () => {
    const mention = await createMention();
    const { db, roomId, ann, cem, sent } = mention;
    const ofCem = (publications: readonly Publication[]) =>
      publications.find(({ topic }) => topic === selfTopic(cem))?.event;
    expect(ofCem(sent)).toMatchObject({ type: 'mention_changed', on: true, outside: true });
    await runJobs(db, memberJob(ann, roomId, cem, { member: true }), acceptJob(cem, roomId));
    const { publications } = await mention[end]({ text: 'none' });
    expect(ofCem(publications)).toMatchObject({ type: 'mention_changed', on: false, outside: true });
  });

test('J4 an edit ends mentions, keeps a reply, and adds nobody', async () => {
  const { db, ann, ben, cem, text, mentions, seq, edit, readBit } = await createMention();
  expect((await readMentionRows(db)).toSorted()).toEqual(
    [`${ben} ${seq} person`, `${cem} ${seq} person`].toSorted(),
  );
  const { output, publications } = await edit({ text: 'none' });
  expect(output.message).not.toHaveProperty('mentions');
  expect(await readMentionRows(db)).toEqual([`${ben} ${seq} reply`]);
  expect(publications[0]?.event).toMatchObject({ type: 'message_edited', notEveryone: true });
  const event = { type: 'mention_changed', at: seq + 1, messageSeq: seq, authorId: ann, on: false };
  expect(publications.slice(1)).toMatchObject([{ topic: selfTopic(cem), event }]);
  expect(await readBit()).toBeNull();
  const again = await edit({ text, mentions }, 1);
  expect(again.output.message).toMatchObject({ mentions });
  expect(await readMentionRows(db)).toEqual([`${ben} ${seq} reply`]);
  expect(await readBit()).toBeNull();
});

test('J4 D2 an edit of the mentions alone is an edit, and the same text and mentions are none', async () => {
  const { db, cem, text, mentions, seq, edit, readBit } = await createMention();
  expect((await edit({ text, mentions }, 7)).publications).toEqual([]);
  const [, second, third] = mentions;
  const { output } = await edit({ text, mentions: [second, third] });
  expect(output.message).toMatchObject({ revision: 1, mentions: [second, third], mentioned: [{ uid: cem }] });
  expect(await readMentionRows(db)).toContain(`${cem} ${seq} person`);
  expect(await readBit()).toBe(1);
});

test('J4 a deletion ends all mentions of the message', async () => {
  const { db, ben, cem, remove, readBit } = await createMention();
  const { output, publications } = await remove();
  expect(output).not.toHaveProperty('message.mentions');
  expect(await readMentionRows(db)).toEqual([]);
  expect(await readBit()).toBeNull();
  const topics = publications.slice(1).map(({ topic }) => topic);
  expect(topics.toSorted()).toEqual([selfTopic(ben), selfTopic(cem)].toSorted());
});

test('J4 the erasure of a room ends its mentions', async () => {
  const { db, roomId, ann, ben, send } = await createMentionRoom();
  await send(ann, { text: '@Ben', mentions: [{ uid: ben, start: 0, length: 4 }] });
  const other = await runJob<CommandOutput<'create_room'>>(db, createRoomJob(ann));
  await runJob(db, memberJob(ann, other.output.room.id, ben, { member: true }));
  await runJobs(db, { mutation: 'delete_room', caller: { uid: ann }, input: { roomId, name: 'Room' } });
  for (let step = 0; step < 3; step++)
    await runJobs(db, { mutation: 'erase_room', caller: { uid: '' }, input: { roomId } });
  expect(await readMentionRows(db)).toEqual([]);
});

test('GU3 in a private room, a range that names somebody who cannot read it is dropped, also by an edit', async () => {
  const { db, roomId, ann, ben, cem, send } = await createMentionRoom('private');
  const text = '@Ben @Cem';
  const mentions = [toMention(text, ben, '@Ben'), toMention(text, cem, '@Cem')];
  const { output } = await send(ann, { text, mentions });
  expect(output.message).toMatchObject({ text, mentions: [mentions[0]], mentioned: [{ uid: ben }] });
  const { id } = output.message;
  const input = { roomId, id, text: `${text}!`, mentions, revision: 0, editId: newId() };
  const edited = await runJob<typeof output>(db, { mutation: 'edit_message', caller: { uid: ann }, input });
  expect(edited.output.message).toMatchObject({ mentions: [mentions[0]], mentioned: [{ uid: ben }] });
});

test('GU3 older messages of a private room name people who left it, and nobody who was never there', async () => {
  const { db, roomId, ann, ben, cem, send } = await createMentionRoom('private');
  const text = '@Ben @Cem';
  const [ofBen, ofCem] = [toMention(text, ben, '@Ben'), toMention(text, cem, '@Cem')];
  await send(ann, { text, mentions: [ofBen] });
  const ranges = [ofBen, ofCem].map(({ uid, start, length }) => [uid, start, length]);
  await db
    .updateTable('messages')
    .set({ mentions: JSON.stringify(ranges) })
    .execute();
  await runJobs(db, memberJob(ann, roomId, ben, { member: false }));
  const [message] = (await readPage(db, roomId, 99, 9)).messages;
  expect(message?.mentioned?.map(({ uid }) => uid)).toEqual([ben]);
});
