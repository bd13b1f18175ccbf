import {
  type CommandInput,
  type CommandOutput,
  FOREVER,
  MAX_RESULT_BYTES,
  type Message,
} from '@snug/protocol';
import { expect, test } from 'vitest';
import { systemClock } from '../base/clock.ts';
import { newId } from '../base/ids.ts';
import type { Actor } from '../db/mutation.ts';
import type { Db } from '../db/schema.ts';
import { jsonBytes } from '../limits/json-bytes.ts';
import {
  addPerson,
  createRoomJob,
  createSendJob,
  NOW,
  runJob,
  runJobs,
  temporaryDatabase,
} from '../testing/database.ts';
import { addGuest } from '../testing/guests.ts';
import { memberJob, toMention } from '../testing/mentions.ts';
import { acceptJob } from '../testing/requests.ts';
import { SimpleIndex } from '../testing/simple-index.ts';
import { MessageSearch } from './message-search.ts';
import type { SearchIndex } from './search-index.ts';
import { SearchRun, type SearchRunOptions } from './search-run.ts';
import { readScope } from './search-scope.ts';

type Input = CommandInput<'search_messages'>;
type Page = CommandOutput<'search_messages'>;

async function createChat({
  steadyNow = () => 0,
  wrapIndex = (index: SearchIndex) => index,
}: ChatOptions = {}) {
  const { db } = await temporaryDatabase();
  const [ann, ben, cem] = [
    await addPerson(db, 'Ann'),
    await addPerson(db, 'Ben'),
    await addPerson(db, 'Cem'),
  ];
  const index = wrapIndex(new SimpleIndex(db));
  const search = createSearchOf(db, index, steadyNow);
  let at = NOW;
  const send = async (uid: string, roomId: string, text: string, more: object = {}) => {
    at += 1_000;
    const job = createSendJob(uid, { roomId, text, ...more });
    return (await runJob<{ message: Message }>(db, job, at)).output.message;
  };
  const createRoom = async (uid: string, kind: 'open' | 'private' = 'open', name = 'Room') =>
    (await runJob<CommandOutput<'create_room'>>(db, createRoomJob(uid, { kind, name }))).output.room.id;
  const add = (by: string, roomId: string, uid: string) =>
    runJobs(db, memberJob(by, roomId, uid, { member: true }), acceptJob(uid, roomId));
  const find = (uid: string, input: Input, actor: Partial<Actor> = {}) =>
    search.search({ uid, now: at, ...actor }, input);
  const findTexts = async (uid: string, input: Input | string, actor: Partial<Actor> = {}) => {
    const { messages } = await find(uid, typeof input === 'string' ? { text: input } : input, actor);
    return messages.map(({ text }) => text);
  };
  return { db, ann, ben, cem, search, send, createRoom, add, find, findTexts };
}

interface ChatOptions extends Partial<Pick<SearchRunOptions, 'steadyNow'>> {
  wrapIndex?: (index: SearchIndex) => SearchIndex;
}

async function readAll(find: (input: Input) => Promise<Page>, input: Input): Promise<Page[]> {
  const pages: Page[] = [];
  do {
    const cursor = pages.at(-1)?.next;
    pages.push(await find({ ...input, ...(cursor && { cursor }) }));
  } while (pages.at(-1)?.next);
  return pages;
}

test('MS1 words, phrases, exclusions and unfinished words find messages, newest first, with their rooms', async () => {
  const { ann, send, createRoom, find, findTexts } = await createChat();
  const roomId = await createRoom(ann, 'open', 'Garden');
  for (const text of ['Die Straße ist zu', 'the meeting is tomorrow', 'tomorrow, no meeting', '北京大学见'])
    await send(ann, roomId, text);
  expect(await findTexts(ann, 'meet')).toEqual(['tomorrow, no meeting', 'the meeting is tomorrow']);
  expect(await findTexts(ann, '"meeting is"')).toEqual(['the meeting is tomorrow']);
  expect(await findTexts(ann, 'meeting -no')).toEqual(['the meeting is tomorrow']);
  expect(await findTexts(ann, 'STRASSE')).toEqual(['Die Straße ist zu']);
  expect(await findTexts(ann, '大学')).toEqual(['北京大学见']);
  expect(await findTexts(ann, 'to')).toEqual([]);
  expect(await findTexts(ann, { text: 'to', isTyping: true })).toHaveLength(2);
  expect(await find(ann, { text: 'strasse' })).toEqual({
    messages: [expect.objectContaining({ roomId, text: 'Die Straße ist zu' })],
    rooms: [{ id: roomId, name: 'Garden', joined: true }],
  });
});

test('MS1 without words and filters, the search lists the messages of its rooms', async () => {
  const { ann, send, createRoom, findTexts } = await createChat();
  const roomId = await createRoom(ann);
  const { createdAt } = await send(ann, roomId, 'one');
  await send(ann, roomId, 'two');
  await send(ann, roomId, 'three');
  expect(await findTexts(ann, { roomId, text: '-two' })).toEqual(['three', 'one']);
  expect(await findTexts(ann, { roomId, before: createdAt + 1_000 })).toEqual(['one']);
  expect(await findTexts(ann, { after: createdAt + 1_000, before: createdAt + 2_000 })).toEqual(['two']);
});

test('MS2 filters narrow the search, and all of them hold', async () => {
  const { db, ann, ben, send, createRoom, add, findTexts } = await createChat();
  const roomId = await createRoom(ann);
  await add(ann, roomId, ben);
  await send(ann, roomId, 'plan of Ann');
  await send(ben, roomId, 'plan of Ben');
  await send(ben, roomId, 'plan at https://example.org');
  const { id: messageId } = await send(ben, roomId, 'plan to keep');
  const text = 'plan for @Ann';
  await send(ben, roomId, text, { mentions: [toMention(text, ann, '@Ann')] });
  await send(ben, roomId, 'plan, @room', { mentions: [toMention('plan, @room', null, '@room')] });
  await runJobs(
    db,
    { mutation: 'set_pin', caller: { uid: ann }, input: { roomId, messageId, on: true } },
    { mutation: 'set_saved', caller: { uid: ann }, input: { roomId, messageId, on: true } },
  );
  expect(await findTexts(ann, { text: 'plan', from: ann })).toEqual(['plan of Ann']);
  expect(await findTexts(ann, { has: ['link'] })).toEqual(['plan at https://example.org']);
  expect(await findTexts(ann, { has: ['link', 'pin'] })).toEqual([]);
  expect(await findTexts(ann, { text: 'keep', has: ['pin'] })).toEqual(['plan to keep']);
  expect(await findTexts(ann, { text: 'plan', saved: true })).toEqual(['plan to keep']);
  expect(await findTexts(ann, { text: 'other', saved: true })).toEqual([]);
  expect(await findTexts(ben, { text: 'plan', saved: true })).toEqual([]);
  expect(await findTexts(ann, { mentions: true })).toEqual(['plan, @room', text]);
  expect(await findTexts(ben, { mentions: true })).toEqual([]);
  expect(await findTexts(ann, { from: newId() })).toEqual([]);
});

test('MS2 a mention of everyone counts for members, since they joined', async () => {
  const { ann, ben, cem, send, createRoom, add, findTexts } = await createChat();
  const roomId = await createRoom(ann);
  const toAll = (text: string) => ({ mentions: [toMention(text, null, '@room')] });
  await send(ann, roomId, 'first @room', toAll('first @room'));
  await add(ann, roomId, ben);
  await send(ann, roomId, 'later @room', toAll('later @room'));
  expect(await findTexts(cem, { mentions: true })).toEqual([]);
  expect(await findTexts(cem, 'room')).toHaveLength(2);
  expect(await findTexts(ben, { mentions: true, text: 'later' })).toEqual(['later @room']);
});

test('MS3 X1 only members find messages of a private room', async () => {
  const { db, ann, ben, cem, send, createRoom, add, find, findTexts } = await createChat();
  const roomId = await createRoom(ann, 'private');
  await add(ann, roomId, ben);
  const { id: messageId } = await send(ann, roomId, 'a secret');
  for (const input of [{ messageId, on: true }])
    await runJob(db, { mutation: 'set_saved', caller: { uid: ben }, input: { roomId, ...input } });
  expect([await findTexts(ben, 'secret'), await findTexts(cem, 'secret')]).toEqual([['a secret'], []]);
  await expect(find(cem, { text: 'secret', roomId })).rejects.toMatchObject({ code: 'not_found' });
  await runJobs(db, memberJob(ann, roomId, ben, { member: false }));
  expect(await find(ben, { text: 'secret' })).toEqual({ messages: [], rooms: [] });
  expect(await find(ben, { text: 'secret', saved: true })).toEqual({ messages: [], rooms: [] });
  await expect(find(ben, { text: 'secret', roomId })).rejects.toMatchObject({ code: 'not_found' });
});

test('MS3 everyone finds messages of open rooms, except after a ban', async () => {
  const { db, ann, ben, cem, send, createRoom, add, find, findTexts } = await createChat();
  const roomId = await createRoom(ann);
  await send(ann, roomId, 'a word');
  await add(ann, roomId, ben);
  expect(await find(cem, { text: 'word' })).toMatchObject({ rooms: [{ id: roomId, joined: false }] });
  await runJobs(db, memberJob(ann, roomId, ben, { bannedUntil: FOREVER }));
  expect(await findTexts(ben, 'word')).toEqual([]);
  await expect(find(ben, { text: 'word', roomId })).rejects.toMatchObject({ code: 'not_found' });
});

test('MS3 X1 a removal before the last statement of a search ends access to its result', async () => {
  const { db, ann, ben, send, createRoom, add } = await createChat();
  const roomId = await createRoom(ann, 'private');
  await add(ann, roomId, ben);
  await send(ann, roomId, 'a secret');
  for (let last = 1, isRemoved = true; isRemoved; last++) {
    await add(ann, roomId, ben);
    let count = 0;
    const watched = withStatements(db, async () => {
      if (++count === last) await runJobs(db, memberJob(ann, roomId, ben, { member: false }));
    });
    const search = createSearchOf(watched, new SimpleIndex(db));
    const { messages } = await search.search({ uid: ben, now: NOW }, { text: 'secret' });
    isRemoved = count >= last;
    expect(messages).toHaveLength(isRemoved ? 0 : 1);
  }
});

test('MS4 a request of a stranger is found in its room only, until it is accepted', async () => {
  const { db, ann, ben, send, findTexts } = await createChat();
  const open = { mutation: 'open_direct', caller: { uid: ben }, input: { id: newId(), uids: [ann] } };
  const { output } = await runJob<CommandOutput<'open_direct'>>(db, open);
  const roomId = output.room.id;
  await send(ben, roomId, 'hello stranger');
  expect(await findTexts(ann, 'stranger')).toEqual([]);
  expect(await findTexts(ann, { text: 'stranger', roomId })).toEqual(['hello stranger']);
  expect(await findTexts(ben, 'stranger')).toEqual(['hello stranger']);
  await runJobs(db, acceptJob(ann, roomId));
  expect(await findTexts(ann, 'stranger')).toEqual(['hello stranger']);
});

test('MS4 an open room to which a stranger has added a person is a request, too', async () => {
  const { db, ann, ben, send, createRoom, findTexts } = await createChat();
  const roomId = await createRoom(ann);
  await send(ann, roomId, 'a word');
  expect(await findTexts(ben, 'word')).toEqual(['a word']);
  await runJobs(db, memberJob(ann, roomId, ben, { member: true }));
  expect(await findTexts(ben, 'word')).toEqual([]);
  expect(await findTexts(ben, { text: 'word', roomId })).toEqual(['a word']);
});

test('MS3 an index is not asked for the rooms from which a person or the owner of a bot is banned', async () => {
  const { db, ann, ben, cem, createRoom } = await createChat();
  const [one, two] = [await createRoom(ann), await createRoom(ann)];
  await runJobs(
    db,
    memberJob(ann, one, ben, { bannedUntil: FOREVER }),
    memberJob(ann, two, cem, { bannedUntil: FOREVER }),
  );
  expect(await readScope(db, { uid: ben, now: NOW }, undefined)).toEqual({
    open: { except: [one] },
    roomIds: [],
  });
  const asBot = { uid: ben, now: NOW, scope: { ownerId: cem } };
  expect(await readScope(db, asBot, undefined)).toEqual({ open: { except: [one, two] }, roomIds: [] });
});

test('MS4 messages of blocked people are not found', async () => {
  const { db, ann, ben, send, createRoom, add, findTexts } = await createChat();
  const roomId = await createRoom(ann);
  await add(ann, roomId, ben);
  await send(ben, roomId, 'a word of Ben');
  await runJob(db, { mutation: 'set_block', caller: { uid: ann }, input: { uid: ben, blocked: true } });
  expect([await findTexts(ann, 'word'), await findTexts(ben, 'word')]).toEqual([[], ['a word of Ben']]);
});

test('MS3 GU1 a guest finds messages of their rooms only', async () => {
  const { db, ann, send, createRoom, findTexts } = await createChat();
  const [open, own, other] = [
    await createRoom(ann),
    await createRoom(ann, 'private'),
    await createRoom(ann, 'private'),
  ];
  const gil = await addGuest(db, { inviter: ann, roomId: own });
  for (const [roomId, text] of [
    [open, 'word, open'],
    [own, 'word, own'],
    [other, 'word, other'],
  ] as const)
    await send(ann, roomId, text);
  expect(await findTexts(gil, 'word', { guest: true })).toEqual(['word, own']);
});

test('MS3 an access token finds messages of its rooms only, and a bot no more than its owner', async () => {
  const { db, ann, ben, send, createRoom, add, findTexts } = await createChat();
  const [open, other, own] = [await createRoom(ann), await createRoom(ann), await createRoom(ann, 'private')];
  for (const roomId of [open, other, own]) {
    await add(ann, roomId, ben);
    await send(ann, roomId, `word ${[open, other, own].indexOf(roomId)}`);
  }
  const scope = { roomIds: [open, own] };
  expect(await findTexts(ben, 'word', { scope })).toEqual(['word 2', 'word 0']);
  expect(await findTexts(ben, 'word', { scope: {} })).toHaveLength(3);
  await runJobs(db, memberJob(ann, own, ben, { member: false }));
  await runJobs(db, memberJob(ann, other, ben, { bannedUntil: FOREVER }));
  const bot = await addPerson(db, 'Bot');
  await db.updateTable('users').set({ ownerId: ben }).where('id', '=', bot).execute();
  await add(ann, own, bot);
  expect(await findTexts(bot, 'word', { scope: { ownerId: ben } })).toEqual(['word 0']);
});

test('MS5 a deleted, removed or edited message is not found by what it was', async () => {
  const { db, ann, ben, send, createRoom, add, findTexts } = await createChat();
  const roomId = await createRoom(ann);
  await add(ann, roomId, ben);
  const [first, second, third] = [
    await send(ben, roomId, 'old one'),
    await send(ben, roomId, 'old two'),
    await send(ben, roomId, 'old three'),
  ];
  await runJobs(
    db,
    { mutation: 'delete_message', caller: { uid: ben }, input: { roomId, messageId: first.id } },
    { mutation: 'remove_message', caller: { uid: ann }, input: { roomId, messageId: second.id } },
    {
      mutation: 'edit_message',
      caller: { uid: ben },
      input: { roomId, id: third.id, text: 'new three', revision: 0, editId: newId() },
    },
  );
  expect([await findTexts(ann, 'old'), await findTexts(ann, 'new')]).toEqual([[], ['new three']]);
});

test('MS6 pages of 20 have every message once, newest first', async () => {
  const { db, ann, createRoom, find } = await createChat();
  const roomIds = [await createRoom(ann), await createRoom(ann, 'private'), await createRoom(ann)];
  for (let count = 0; count < 15; count++) {
    const jobs = roomIds.map(roomId => createSendJob(ann, { roomId, text: `word ${count}` }));
    await runJobs(db, ...jobs);
  }
  const pages = await readAll(input => find(ann, input), { text: 'word' });
  expect(pages.map(({ messages }) => messages.length)).toEqual([20, 20, 5]);
  const ids = pages.flatMap(({ messages }) => messages.map(({ id }) => id));
  expect(new Set(ids).size).toBe(45);
});

test('MS6 saved messages have pages, too', async () => {
  const { db, ann, send, createRoom, find } = await createChat();
  const roomIds = [await createRoom(ann), await createRoom(ann)];
  for (let count = 0; count < 45; count++) {
    const roomId = roomIds[count % 2] ?? '';
    const { id: messageId } = await send(ann, roomId, `word ${count}`);
    await runJob(db, { mutation: 'set_saved', caller: { uid: ann }, input: { roomId, messageId, on: true } });
  }
  const pages = await readAll(input => find(ann, input), { text: 'word', saved: true });
  const texts = pages.flatMap(({ messages }) => messages.map(({ text }) => text));
  expect(texts).toEqual(Array.from({ length: 45 }, (_, index) => `word ${44 - index}`));
});

test('Q1 MS6 a page has at most 64 kB', async () => {
  const { ann, send, createRoom, find } = await createChat();
  const roomId = await createRoom(ann);
  for (let count = 0; count < 20; count++) await send(ann, roomId, `word ${'x'.repeat(9_900)}`);
  const pages = await readAll(input => find(ann, input), { text: 'word' });
  expect(pages.flatMap(({ messages }) => messages)).toHaveLength(20);
  for (const page of pages) expect(jsonBytes(page)).toBeLessThanOrEqual(MAX_RESULT_BYTES);
});

test('MS7 a request examines at most 400 candidates, and says how far it went', async () => {
  const limits: number[] = [];
  const wrapIndex = (index: SearchIndex): SearchIndex => ({
    find: (query, deadline) => {
      limits.push(query.limit);
      return index.find(query, deadline);
    },
    follow: () => {},
    close: async () => {},
  });
  const { db, ann, createRoom, find } = await createChat({ wrapIndex });
  const roomId = await createRoom(ann);
  const texts = Array.from({ length: 500 }, (_, index) => (index === 0 ? 'red green' : 'green red'));
  await runJobs(db, ...texts.map(text => createSendJob(ann, { roomId, text })));
  const page = await find(ann, { text: '"red green"' });
  expect(page).toMatchObject({ messages: [], until: expect.closeTo(NOW, -2) as number });
  expect(limits).toEqual([40, 360]);
  const pages = await readAll(input => find(ann, input), { text: '"red green"' });
  expect(pages.flatMap(({ messages }) => messages.map(({ text }) => text))).toEqual(['red green']);
  expect(pages).toHaveLength(2);
  expect(pages[1]).not.toHaveProperty('until');
});

test('MS7 a request that is out of time ends with what it has', async () => {
  let now = 0;
  const { db, ann, createRoom, find } = await createChat({ steadyNow: () => (now += 15) });
  const roomId = await createRoom(ann);
  await runJobs(db, ...Array.from({ length: 30 }, () => createSendJob(ann, { roomId, text: 'word' })));
  const pages = await readAll(input => find(ann, input), { text: 'word' });
  expect(pages.length).toBeGreaterThan(2);
  expect(pages[0]).toMatchObject({ next: {}, until: expect.closeTo(NOW, -2) as number });
  expect(new Set(pages.flatMap(({ messages }) => messages.map(({ id }) => id))).size).toBe(30);
});

test('MS7 one person with many searches delays nobody by more than a round', async () => {
  const rounds: string[] = [];
  const wrapIndex = (index: SearchIndex): SearchIndex => ({
    find: (query, deadline) => {
      rounds.push(query.from ?? '');
      return index.find(query, deadline);
    },
    follow: () => {},
    close: async () => {},
  });
  const { db, ann, ben, createRoom, find } = await createChat({ wrapIndex });
  const roomId = await createRoom(ann);
  const texts = Array.from({ length: 400 }, () => 'green red');
  await runJobs(db, ...texts.map(text => createSendJob(ann, { roomId, text })));
  const input = { text: '"red green"', from: ann };
  const many = Promise.allSettled(Array.from({ length: 8 }, () => find(ann, input)));
  await find(ben, { text: 'red', from: ben });
  // Of six.
  expect(rounds.filter(from => from === ann).length).toBeLessThanOrEqual(3);
  const codes = (await many).map(outcome =>
    outcome.status === 'rejected' ? (outcome.reason as { code: string }).code : 'found',
  );
  expect(codes.toSorted()).toEqual([
    ...Array<string>(3).fill('found'),
    ...Array<string>(5).fill('rate_limited'),
  ]);
});

test('MS7 a newer search as one types replaces the one before it', async () => {
  const { ann, send, createRoom, find } = await createChat();
  await send(ann, await createRoom(ann), 'word');
  const typed = (text: string, sessionId: string) => find(ann, { text, isTyping: true }, { sessionId });
  const outcomes = await Promise.allSettled([typed('w', 'a'), typed('wo', 'b'), typed('wor', 'a')]);
  expect(outcomes).toMatchObject([
    { status: 'rejected', reason: { code: 'unavailable' } },
    { status: 'fulfilled', value: { messages: [{ text: 'word' }] } },
    { status: 'fulfilled', value: { messages: [{ text: 'word' }] } },
  ]);
});

test('MS7 a search ends when nobody waits for it any more', async () => {
  const { ann, search } = await createChat();
  const signal = AbortSignal.abort();
  const outcome = search.search({ uid: ann, now: NOW, signal }, { text: 'word' });
  await expect(outcome).rejects.toMatchObject({ code: 'unavailable' });
});

test('MS8 a search reports that its index is behind', async () => {
  const wrapIndex = (index: SearchIndex): SearchIndex => ({
    find: async (query, deadline) => ({ ...(await index.find(query, deadline)), isBehind: true }),
    follow: () => {},
    close: async () => {},
  });
  const { ann, send, createRoom, find } = await createChat({ wrapIndex });
  await send(ann, await createRoom(ann), 'word');
  expect(await find(ann, { text: 'word' })).toMatchObject({ messages: [{ text: 'word' }], isBehind: true });
});

function createSearchOf(read: Db, index: SearchIndex, steadyNow = () => 0): MessageSearch {
  const options = { read, index, steadyNow, setTimer: systemClock.setTimer };
  return new MessageSearch((actor, input) => new SearchRun(options, actor, input));
}

/** Runs `before` before each statement. */
function withStatements(db: Db, before: () => Promise<void>): Db {
  return new Proxy(db, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (key !== 'executeQuery') return typeof value === 'function' ? value.bind(target) : value;
      return async (query: Parameters<Db['executeQuery']>[0]) => {
        await before();
        return target.executeQuery(query);
      };
    },
  });
}
