import { listTermChoices, parseSearchWords, SearchedText } from '@snug/protocol';
import * as fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import type { Db } from '../../db/schema.ts';
import {
  addPerson,
  createRoomJob,
  createSendJob,
  NOW,
  runJob,
  temporaryDatabase,
} from '../../testing/database.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
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

  test('proposes every message whose text has the words, after any history', {
    timeout: 120_000,
  }, async () => {
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
          const expected = live.filter(row => new SearchedText(row.text).has(query));
          const found = await findAll(index.finder, { ...all, choices: toChoices(searched) });
          expect(new Set(found).size).toBe(found.length);
          expect(found).toEqual(
            expect.arrayContaining(expected.map(({ roomId, seq }) => `${roomId} ${seq}`)),
          );
        }
      }),
      { numRuns: 25 },
    );
  });
});
