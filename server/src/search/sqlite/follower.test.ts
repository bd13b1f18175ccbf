import { DatabaseSync } from 'node:sqlite';
import { haveWords, listTermChoices, parseSearchWords } from '@snug/protocol';
import { Random } from '@snug/testkit/random.ts';
import { sampleRuns } from '@snug/testkit/test-scope.ts';
import * as fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import { MUTATIONS } from '../../commands/mutations.ts';
import type { Db } from '../../db/schema.ts';
import {
  addPerson,
  createRoomJob,
  createSendJob,
  NOW,
  runBatch,
  runJob,
  runJobs,
  temporaryDatabase,
} from '../../testing/database.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { eraseTrimmed, makeOlder, trimRoom } from '../../testing/trims.ts';
import type { IndexQuery } from '../search-index.ts';
import { Finder } from './finder.ts';
import { Follower } from './follower.ts';
import { MessageSource } from './message-source.ts';
import { SearchFile } from './search-file.ts';

const TURNS = { next: async () => false, now: () => NOW };

async function createSetup() {
  const { db } = await temporaryDatabase();
  const data = temporaryFolder();
  const uid = await addPerson(db, 'Ann');
  const open = () => {
    const file = SearchFile.openForWrites(data, 'epoch');
    return { file, follower: new Follower(file, new MessageSource(db), () => 0), finder: new Finder(file) };
  };
  const index = { ...open() };
  onTestFinished(() => index.file.close());
  const reopen = () => {
    index.file.close();
    Object.assign(index, open());
  };
  const addRoom = async (kind: 'open' | 'private') =>
    (await runJob<{ room: { id: string } }>(db, createRoomJob(uid, { kind }))).output.room.id;
  return { db, data, uid, index, reopen, addRoom };
}

async function settle({ follower }: { follower: Follower }): Promise<void> {
  for (;;) {
    const hasWorked = await takeStep(follower);
    if (!hasWorked) return;
  }
}

async function takeStep(follower: Follower): Promise<boolean> {
  return (
    (await follower.applyChanges()) ||
    (await follower.compareRooms()) ||
    (await follower.removeRooms()) ||
    (await follower.buildSome())
  );
}

/** All pages. */
async function findAll(finder: Finder, query: Omit<IndexQuery, 'limit'>, limit = 7): Promise<string[]> {
  const found: string[] = [];
  for (let below = query.below; ; ) {
    const range = below !== undefined && { below };
    const page = await finder.find({ ...query, ...range, limit }, { waiting: [], isCompared: true }, TURNS);
    found.push(...page.candidates.map(({ roomId, seq }) => `${roomId} ${seq}`));
    if (page.examinedTo === undefined) return found;
    below = page.examinedTo;
  }
}

function toChoices(text: string): IndexQuery['choices'] {
  return parseSearchWords(text, false).wanted.flatMap(listTermChoices);
}

async function sendTexts(db: Db, uid: string, roomId: string, texts: readonly string[]): Promise<string[]> {
  const ids = texts.map(() => newId());
  const jobs = texts.map((text, at) => createSendJob(uid, { roomId, text, id: ids[at] ?? '' }));
  await runJobs(db, ...jobs);
  return ids;
}

async function deleteMessages(db: Db, uid: string, roomId: string, ids: readonly string[]): Promise<void> {
  for (const messageId of ids)
    await runJob(db, { mutation: 'delete_message', caller: { uid }, input: { roomId, messageId } });
}

async function listLive(db: Db): Promise<{ roomId: string; seq: number; text: string }[]> {
  const rows = await db
    .selectFrom('messages')
    .innerJoin('rooms', 'rooms.id', 'messages.roomId')
    .select(['messages.roomId', 'messages.seq', 'messages.text'])
    .where('messages.deletedAt', 'is', null)
    .where('rooms.deletedAt', 'is', null)
    .execute();
  return rows.map(row => ({ ...row, text: row.text ?? '' }));
}

describe('the index of a database', () => {
  test('TR2 takes the words of trimmed messages, in parts, and of no others', async () => {
    const { db, uid, index, addRoom } = await createSetup();
    const [roomId, other] = [await addRoom('open'), await addRoom('private')];
    for (const id of [roomId, other])
      for (let number = 0; number < 130; number++)
        await runJob(db, createSendJob(uid, { roomId: id, text: `word ${number}` }));
    await settle(index);
    const query = { open: { except: [] }, roomIds: [other], choices: toChoices('word') };
    expect(await findAll(index.finder, query, 50)).toHaveLength(260);
    await makeOlder(db, roomId, 120);
    await trimRoom(db, roomId);
    index.follower.announce([roomId]);
    const began = index.follower.hasErasedUntil(0);
    expect(began, 'a trimmed word is left').toBe(false);
    await settle(index);
    expect(index.follower.hasErasedUntil(0)).toBe(true);
    const found = await findAll(index.finder, query, 50);
    expect(found.filter(place => place.startsWith(roomId))).toHaveLength(10);
    expect(found.filter(place => place.startsWith(other))).toHaveLength(130);
    const rows = index.file.all<{ seq: number }>(
      'select "seq" from "messages" where "room" = 1 order by "seq"',
    );
    expect(rows.map(({ seq }) => seq)).toEqual([121, 122, 123, 124, 125, 126, 127, 128, 129, 130]);
    await eraseTrimmed(db, roomId);
    index.follower.announce([roomId]);
    await settle(index);
    expect(await findAll(index.finder, query, 50)).toEqual(found);
  });

  test('TR2 a killed follower goes on with a trim, and a room that is built later begins at its end', async () => {
    const { db, uid, index, reopen, addRoom } = await createSetup();
    const roomId = await addRoom('open');
    for (let number = 0; number < 230; number++)
      await runJob(db, createSendJob(uid, { roomId, text: `word ${number}` }));
    await makeOlder(db, roomId, 100);
    const query = { open: { except: [] }, roomIds: [], choices: toChoices('word') };
    await trimRoom(db, roomId);
    await settle(index);
    expect(await findAll(index.finder, query, 50), 'built after the trim').toHaveLength(130);
    await makeOlder(db, roomId, 220);
    await eraseTrimmed(db, roomId);
    await trimRoom(db, roomId);
    for (;;) {
      reopen();
      await index.follower.compareRooms();
      if (!(await takeStep(index.follower))) break;
    }
    expect(await findAll(index.finder, query, 50)).toHaveLength(10);
  });

  test('finds messages by words, author and parts, in the rooms of the query only, the newest first', async () => {
    const { db, uid, index, addRoom } = await createSetup();
    const other = await addPerson(db, 'Ben');
    const [open, own, foreign] = [await addRoom('open'), await addRoom('private'), await addRoom('private')];
    const send = async (who: string, roomId: string, text: string, now: number) =>
      runJob<{ message: { seq: number } }>(db, createSendJob(who, { roomId, text }), now);
    await send(uid, open, 'Kuchen backen', NOW + 1);
    await send(uid, own, 'Kuchen essen https://example.org', NOW + 2);
    await send(uid, foreign, 'Kuchen verstecken', NOW + 3);
    await send(other, open, 'Kuchenform', NOW + 4);
    await settle(index);
    const rooms = { open: { except: [] }, roomIds: [own] };
    const find = (query: Partial<IndexQuery>) =>
      findAll(index.finder, { ...rooms, choices: [], ...query }, 1);
    const kuchen = toChoices('kuchen');
    const seqs = Object.fromEntries(
      (await listLive(db)).map(({ roomId, seq, text }) => [text, `${roomId} ${seq}`]),
    );
    const [form, link, baking] = [
      seqs.Kuchenform,
      seqs['Kuchen essen https://example.org'],
      seqs['Kuchen backen'],
    ];
    expect(await find({ choices: kuchen })).toEqual([form, link, baking]);
    expect(await find({})).toEqual([form, link, baking]);
    expect(await find({ choices: kuchen, from: uid })).toEqual([link, baking]);
    expect(await find({ choices: kuchen, from: 'unknown' })).toEqual([]);
    expect(await find({ has: ['link'] })).toEqual([link]);
    expect(await find({ open: { except: [open] } })).toEqual([link]);
    expect(await find({ open: { only: [open] }, roomIds: [] })).toEqual([form, baking]);
    expect(await find({ below: (NOW + 4) * 16, notBelow: (NOW + 2) * 16 })).toEqual([link]);
  });

  test('proposes every message whose text has the words, after any history', async () => {
    const words = fc.constantFrom(
      'Kuchen',
      'backen',
      'Straße',
      'naïve',
      'fooBar_baz',
      'E1234',
      '北京大学',
      '見た',
      'สวัสดี',
      'كتاب',
      '🎉',
      '#️⃣',
      'ͺx',
      "o'clock",
      '+49 170 1234567',
    );
    const text = fc.array(words, { minLength: 1, maxLength: 4 }).map(some => some.join(' '));
    const action = fc.oneof(
      { weight: 5, arbitrary: fc.record({ kind: fc.constant('send' as const), room: fc.nat(3), text }) },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant('edit' as const), message: fc.nat(), text }) },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), message: fc.nat() }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('reopen' as const) }) },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant('step' as const) }) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 60 }), async actions => {
        const { db, uid, index, reopen, addRoom } = await createSetup();
        const rooms = [
          await addRoom('open'),
          await addRoom('open'),
          await addRoom('private'),
          await addRoom('private'),
        ];
        const sent: { id: string; roomId: string; revision: number }[] = [];
        const write = async (roomId: string, mutation: string, input: object) => {
          await runJob(db, { mutation, caller: { uid }, input: { roomId, ...input } });
          index.follower.announce([roomId]);
        };
        for (const each of actions) {
          const message = 'message' in each ? sent[each.message % Math.max(1, sent.length)] : undefined;
          if (each.kind === 'send') {
            const [id, roomId] = [newId(), rooms[each.room] ?? ''];
            await write(roomId, 'send_message', { id, text: each.text });
            sent.push({ id, roomId, revision: 0 });
          } else if (each.kind === 'edit' && message) {
            const { id, revision } = message;
            await write(message.roomId, 'edit_message', { id, revision, editId: newId(), text: each.text });
            message.revision++;
          } else if (each.kind === 'delete' && message) {
            await write(message.roomId, 'delete_message', { messageId: message.id });
            sent.splice(sent.indexOf(message), 1);
          } else if (each.kind === 'reopen') reopen();
          else await takeStep(index.follower);
        }
        await settle(index);
        const live = await listLive(db);
        const all = { open: { except: [] }, roomIds: rooms.slice(2) };
        expect((await findAll(index.finder, { ...all, choices: [] })).toSorted()).toEqual(
          live.map(({ roomId, seq }) => `${roomId} ${seq}`).toSorted(),
        );
        for (const searched of new Set(live.flatMap(row => row.text.split(' ')))) {
          const query = parseSearchWords(searched, false);
          if (query.wanted.length === 0) continue;
          const expected = live.filter(row => haveWords([row.text], query));
          const found = await findAll(index.finder, { ...all, choices: toChoices(searched) });
          expect(new Set(found).size).toBe(found.length);
          expect(found).toEqual(
            expect.arrayContaining(expected.map(({ roomId, seq }) => `${roomId} ${seq}`)),
          );
        }
      }),
      { numRuns: sampleRuns(25) },
    );
  });

  test('a room whose log is another one than the index followed is indexed again', async () => {
    const { db, uid, index, addRoom } = await createSetup();
    const roomId = await addRoom('private');
    const send = (text: string, incarnation: string) =>
      runBatch(
        db,
        MUTATIONS,
        [createSendJob(uid, { roomId, text })],
        () => NOW,
        () => incarnation,
      );
    for (const text of ['first kept', 'second lost', 'third lost']) await send(text, 'before');
    await settle(index);
    expect(await findAll(index.finder, { roomIds: [roomId], choices: toChoices('lost') })).toHaveLength(2);
    // A copy of the database from before the second message, which goes on.
    await db.deleteFrom('messages').where('text', 'like', '%lost').execute();
    await db
      .updateTable('rooms')
      .set(row => ({ seq: row('seq', '-', 2) }))
      .where('id', '=', roomId)
      .execute();
    for (const text of ['second other', 'third other', 'fourth other']) await send(text, 'after');
    index.follower.announce([roomId]);
    await settle(index);
    const find = (text: string) => findAll(index.finder, { roomIds: [roomId], choices: toChoices(text) });
    expect(await find('lost')).toEqual([]);
    expect(await find('other')).toHaveLength(3);
    expect(await find('kept')).toHaveLength(1);
  });

  test('a deleted room is left step by step, and nothing of it remains', async () => {
    const { db, uid, index, addRoom } = await createSetup();
    const [deleted, kept] = [await addRoom('open'), await addRoom('open')];
    for (const roomId of [deleted, kept])
      for (let number = 0; number < 70; number++)
        await runJob(db, createSendJob(uid, { roomId, text: 'word' }));
    await settle(index);
    const { follower } = index;
    expect(follower.hasErasedUntil(0)).toBe(true);
    await db.updateTable('rooms').set({ deletedAt: NOW }).where('id', '=', deleted).execute();
    follower.announce([deleted]);
    expect(follower.hasErasedUntil(0)).toBe(false);
    await follower.applyChanges();
    const left = () => [follower.hasErasedUntil(0), follower.readProgress().leavingMessages];
    expect(left()).toEqual([false, 70]);
    await follower.removeRooms();
    expect(left()).toEqual([false, 20]);
    await settle(index);
    expect(left()).toEqual([true, 0]);
    const all = { open: { except: [] }, roomIds: [], choices: toChoices('word') };
    expect(await findAll(index.finder, all, 400)).toHaveLength(70);
    expect(index.file.all('select 1 from "rooms" where "id" = ?', deleted)).toEqual([]);
  });

  test('without space for words, deleted ones are erased, and the others follow later', async () => {
    const { db, uid, index, addRoom } = await createSetup();
    const roomId = await addRoom('private');
    const send = async (text: string) =>
      (await runJob<{ message: { id: string } }>(db, createSendJob(uid, { roomId, text }))).output.message.id;
    const old = await send('old');
    await settle(index);
    await send('new');
    await runJob(db, { mutation: 'delete_message', caller: { uid }, input: { roomId, messageId: old } });
    index.follower.announce([roomId]);
    while (await index.follower.eraseChanges());
    const find = (text: string) => findAll(index.finder, { roomIds: [roomId], choices: toChoices(text) });
    expect([await find('old'), await find('new')]).toEqual([[], []]);
    await settle(index);
    expect(await find('new')).toHaveLength(1);
  });

  test('MS5 without space for words, each deletion is erased at once, also the next one after an erasure', async () => {
    const { db, uid, index, addRoom } = await createSetup();
    const roomId = await addRoom('private');
    const ids = await sendTexts(db, uid, roomId, ['one', 'two', 'three', 'four']);
    await settle(index);
    const find = (text: string) => findAll(index.finder, { roomIds: [roomId], choices: toChoices(text) });
    for (const [at, word] of ['one', 'two', 'three'].entries()) {
      await deleteMessages(db, uid, roomId, ids.slice(at, at + 1));
      index.follower.announce([roomId]);
      while (await index.follower.eraseChanges());
      expect([word, await find(word), await find('four')]).toMatchObject([word, [], { length: 1 }]);
    }
  });

  test('MS5 more deletions than one step erases leave no word, and take no other one', async () => {
    const { db, uid, index, addRoom } = await createSetup();
    const roomId = await addRoom('private');
    const texts = Array.from({ length: 120 }, (_, number) => `word ${number}`);
    const ids = await sendTexts(db, uid, roomId, texts);
    await settle(index);
    await deleteMessages(db, uid, roomId, ids.slice(0, 110));
    index.follower.announce([roomId]);
    await settle(index);
    const query = { roomIds: [roomId], choices: toChoices('word') };
    expect(await findAll(index.finder, query, 50)).toHaveLength(10);
  });

  test('recent messages of all rooms come first, and a stopped build goes on', async () => {
    const { db, uid, index, reopen, addRoom } = await createSetup();
    const rooms = [await addRoom('open'), await addRoom('private')];
    for (const [number, roomId] of rooms.entries())
      for (let part = 0; part < 2; part++) {
        const texts = Array.from({ length: 150 }, (_, at) => `word ${part * 150 + at}`);
        await runBatch(
          db,
          MUTATIONS,
          texts.map(text => createSendJob(uid, { roomId, text })),
          () => NOW + (part * 2 + number) * 1_000,
        );
      }
    await index.follower.compareRooms();
    const shares = [index.follower.readProgress().share];
    const all = { open: { except: [] }, roomIds: rooms.slice(1), choices: [] };
    const isBehind = async () =>
      (await index.finder.find({ ...all, limit: 1 }, { waiting: [], isCompared: true }, TURNS)).isBehind;
    expect(await isBehind()).toBe(true);
    for (let step = 0; step < 2; step++) {
      await index.follower.buildSome();
      shares.push(index.follower.readProgress().share);
      reopen();
      await index.follower.compareRooms();
    }
    expect(new Set(await findAll(index.finder, { ...all, notBelow: (NOW + 2_000) * 16 }, 400)).size).toBe(
      300,
    );
    await settle(index);
    shares.push(index.follower.readProgress().share);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect([shares.at(0), shares.at(-1), await isBehind()]).toEqual([0, 1, false]);
    expect(await findAll(index.finder, all, 400)).toHaveLength(600);
  });

  test('a search whose time is over says how far it is, and goes on from there', async () => {
    const { db, uid, index, addRoom } = await createSetup();
    const rooms: string[] = [];
    for (let number = 0; number < 120; number++) rooms.push(await addRoom('private'));
    const month = 30 * 24 * 60 * 60_000;
    for (const [number, roomId] of rooms.entries())
      await runJob(db, createSendJob(uid, { roomId, text: 'word' }), NOW + Math.floor(number / 30) * month);
    await settle(index);
    const query: IndexQuery = { roomIds: rooms, choices: toChoices('word'), limit: 400 };
    const late = { next: async () => true, now: () => NOW + 3 * month };
    const found = new Set<string>();
    let pages = 0;
    for (let below: number | undefined; ; pages++) {
      const range = below !== undefined && { below };
      const page = await index.finder.find({ ...query, ...range }, { waiting: [], isCompared: true }, late);
      for (const { roomId } of page.candidates) found.add(roomId);
      if (found.size === rooms.length || page.examinedTo === undefined) break;
      expect(page.examinedTo).toBeLessThan(below ?? Number.MAX_SAFE_INTEGER);
      below = page.examinedTo;
    }
    expect([found.size, pages]).toEqual([rooms.length, 3]);
  });
});

test('a place does not return in the transaction that removed it, neither for an edit nor for another message', async () => {
  const { db, uid, index, addRoom } = await createSetup();
  const roomId = await addRoom('private');
  const send = async (text: string) =>
    (await runJob<{ message: { id: string } }>(db, createSendJob(uid, { roomId, text }))).output.message.id;
  const list = async () =>
    (
      await index.finder.find(
        { roomIds: [roomId], choices: [], limit: 9 },
        { waiting: [], isCompared: true },
        TURNS,
      )
    ).candidates;
  const [deleted, edited] = [await send('one'), await send('two')];
  await settle(index);
  const before = new Set((await list()).map(({ place }) => place));
  await runJob(db, { mutation: 'delete_message', caller: { uid }, input: { roomId, messageId: deleted } });
  const edit = { roomId, id: edited, revision: 0, editId: newId(), text: 'three' };
  await runJob(db, { mutation: 'edit_message', caller: { uid }, input: edit });
  await send('four');
  index.follower.announce([roomId]);
  await settle(index);
  const after = await list();
  expect(before.size).toBe(2);
  expect(after.map(({ place }) => place).filter(place => before.has(place))).toEqual([]);
  expect(after).toHaveLength(2);
});

test('FTS5 with secure-delete keeps its lists if rows change under other numbers', () => {
  const countWrong = () => {
    const random = new Random(5);
    const database = new DatabaseSync(':memory:');
    database.exec(`create virtual table fts using fts5(terms, content = '', detail = none, tokenize = 'ascii');
      insert into fts (fts, rank) values ('secure-delete', 1)`);
    const insert = database.prepare('insert into fts (rowid, terms) values (?, ?)');
    const remove = database.prepare(`insert into fts (fts, rowid, terms) values ('delete', ?, ?)`);
    const rows = new Map<number, string>();
    let next = 0;
    for (let round = 0; round < 400; round++) {
      database.exec('begin');
      for (let change = 0; change < 1 + random.below(4); change++) {
        const numbers = [...rows.keys()];
        const number = numbers[random.below(numbers.length)];
        if (number === undefined || random.below(2) === 0) {
          next += 1_000;
          rows.set(next, `common first${next}`);
          insert.run(next, `common first${next}`);
          continue;
        }
        remove.run(number, rows.get(number) ?? '');
        rows.delete(number);
        if (random.below(10) < 3) continue;
        let to = number;
        while (rows.has(to) || to === number) to++;
        const text = `common again${round} x${change}`;
        rows.set(to, text);
        insert.run(to, text);
      }
      database.exec('commit');
    }
    const found = database.prepare(`select rowid from fts where fts match 'common'`).all();
    const known = new Set(found.map(({ rowid }) => Number(rowid)));
    return [...rows.keys()].filter(number => !known.has(number)).length + found.length - known.size;
  };
  expect(countWrong()).toBe(0);
});
