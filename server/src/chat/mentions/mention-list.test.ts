import { type CommandOutput, FOREVER, MAX_LISTED_MENTIONS, MAX_RESULT_BYTES } from '@snug/protocol';
import { expect, test } from 'vitest';
import type { Db } from '../../db/schema.ts';
import { jsonBytes } from '../../limits/json-bytes.ts';
import { createRoomJob, NOW, runJob, runJobs } from '../../testing/database.ts';
import { createMentionRoom, memberJob, type SentOptions } from '../../testing/mentions.ts';
import { readMentionPage } from './mention-list.ts';

type Page = CommandOutput<'get_mentions'>;

const ofBen = (ben: string): SentOptions => ({ text: '@Ben', mentions: [{ uid: ben, start: 0, length: 4 }] });
const OF_EVERYONE: SentOptions = { text: '@room', mentions: [{ uid: null, start: 0, length: 5 }] };

async function readAll(db: Db, uid: string): Promise<Page[]> {
  const pages: Page[] = [];
  do pages.push(await readMentionPage(db, { uid, now: NOW }, pages.at(-1)?.next));
  while (pages.at(-1)?.next);
  return pages;
}

async function listSeqs(db: Db, uid: string): Promise<number[]> {
  return (await readAll(db, uid)).flatMap(({ mentions }) => mentions.map(({ message }) => message.seq));
}

test('J5 the list has mentions, replies and mentions of everyone, newest first, between their neighbours', async () => {
  const { db, roomId, ann, ben, cem, send } = await createMentionRoom();
  const { output } = await send(ben, { text: 'a question' });
  await send(ann, { ...ofBen(ben), at: NOW + 1 });
  await send(ann, { text: 'an answer', replyTo: output.message.id, at: NOW + 2 });
  await send(ann, { ...OF_EVERYONE, at: NOW + 3 });
  await send(ben, { ...OF_EVERYONE, at: NOW + 4 });
  const page = await readMentionPage(db, { uid: ben, now: NOW }, undefined);
  expect(page).toMatchObject({
    mentions: [
      {
        kind: 'everyone',
        message: { text: '@room' },
        before: { text: 'an answer' },
        after: { text: '@room' },
      },
      { kind: 'reply', message: { text: 'an answer', reply: { text: 'a question' } } },
      {
        kind: 'person',
        message: { text: '@Ben', mentioned: [{ uid: ben }] },
        before: { text: 'a question' },
      },
    ],
    rooms: [{ id: roomId, name: 'Room', joined: true }],
  });
  expect(page).not.toHaveProperty('next');
  expect((await readMentionPage(db, { uid: cem, now: NOW }, undefined)).mentions).toEqual([]);
});

test('J5 a person outside an open room finds a mention of them, and can join', async () => {
  const { db, roomId, ann, cem, send } = await createMentionRoom();
  await send(ann, { text: '@Cem', mentions: [{ uid: cem, start: 0, length: 4 }] });
  const { rooms, mentions } = await readMentionPage(db, { uid: cem, now: NOW }, undefined);
  expect(rooms).toMatchObject([{ id: roomId, joined: false }]);
  expect(mentions).toHaveLength(1);
});

test('J5 mentions of everyone from before a person joined are not in their list', async () => {
  const { db, roomId, ann, cem, send } = await createMentionRoom();
  await send(ann, OF_EVERYONE);
  await runJob(db, { mutation: 'join_room', caller: { uid: cem }, input: { roomId } }, NOW + 1);
  const { output } = await send(ann, { ...OF_EVERYONE, at: NOW + 2 });
  expect(await listSeqs(db, cem)).toEqual([output.message.seq]);
});

test('J5 X1 after a removal or a ban, the list has nothing from the room', async () => {
  for (const [kind, change] of [
    ['private', { member: false }],
    ['open', { bannedUntil: FOREVER }],
  ] as const) {
    const { db, roomId, ann, ben, send } = await createMentionRoom(kind);
    await send(ann, ofBen(ben));
    await send(ann, OF_EVERYONE);
    expect(await listSeqs(db, ben)).toHaveLength(2);
    await runJob(db, memberJob(ann, roomId, ben, change));
    const [page] = await readAll(db, ben);
    expect(page).toEqual({ mentions: [], rooms: [] });
  }
});

test('J5 the list has nothing from a deleted room, or of a person whom its reader has blocked since', async () => {
  const { db, roomId, ann, ben, send } = await createMentionRoom();
  await send(ann, ofBen(ben));
  await send(ann, OF_EVERYONE);
  const block = (blocked: boolean) =>
    runJobs(db, { mutation: 'set_block', caller: { uid: ben }, input: { uid: ann, blocked } });
  await block(true);
  expect(await listSeqs(db, ben)).toEqual([]);
  await block(false);
  expect(await listSeqs(db, ben)).toHaveLength(2);
  await runJobs(db, { mutation: 'delete_room', caller: { uid: ann }, input: { roomId, name: 'Room' } });
  expect(await listSeqs(db, ben)).toEqual([]);
});

test('J5 pages have at most 20 mentions, and together each one once', async () => {
  const { db, ann, ben, send } = await createMentionRoom();
  const sent: number[] = [];
  for (let index = 0; index < 2 * MAX_LISTED_MENTIONS + 5; index++) {
    const message = index % 3 === 0 ? OF_EVERYONE : ofBen(ben);
    // Several have the same time.
    sent.push((await send(ann, { ...message, at: NOW + Math.floor(index / 4) })).output.message.seq);
  }
  const pages = await readAll(db, ben);
  expect(pages.map(({ mentions }) => mentions.length)).toEqual([20, 20, 5]);
  expect(await listSeqs(db, ben)).toEqual(sent.toReversed());
});

test('J5 a page has at most 64 kB, and leaves out large neighbours first', async () => {
  const { db, ann, ben, send } = await createMentionRoom();
  for (let index = 0; index < 6; index++) {
    await send(ann, { text: '漢'.repeat(8_000) });
    await send(ann, ofBen(ben));
  }
  const pages = await readAll(db, ben);
  for (const page of pages) expect(jsonBytes(page)).toBeLessThan(MAX_RESULT_BYTES);
  expect(pages.flatMap(({ mentions }) => mentions)).toHaveLength(6);
});

test('J5 mentions of everyone in other rooms do not hide those in the own ones', async () => {
  const { db, ann, ben, send } = await createMentionRoom();
  const { output } = await send(ann, OF_EVERYONE);
  const other = await runJob<CommandOutput<'create_room'>>(db, createRoomJob(ann));
  const roomId = other.output.room.id;
  for (let index = 0; index < 205; index++) await send(ann, { ...OF_EVERYONE, roomId, at: NOW + 1 });
  const pages = await readAll(db, ben);
  expect(pages.map(({ mentions }) => mentions.length)).toEqual([0, 1]);
  expect(await listSeqs(db, ben)).toEqual([output.message.seq]);
});
