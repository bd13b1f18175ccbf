import * as fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { IndexedWorkspace, type Scope } from '../../testing/indexed-workspace.ts';
import { createKeyHash } from './term-keys.ts';

const WORDS = [
  'meeting',
  'meetings',
  'meet',
  'Müller',
  'mueller',
  'müde',
  'fooBar_baz',
  '北京大学',
  '大学生',
  'สวัสดี',
  'كتاب',
  'الكتاب',
  'e',
  'E1234',
  'дома',
  '🎉',
];
const SEARCHES = [
  'meet',
  'müller',
  'bar',
  '大学',
  '京',
  'สวั',
  'كتاب',
  'e',
  'дом',
  '🎉',
  'meet müd',
  '"meet"',
  'x',
];
const KINDS = ['open', 'open', 'private', 'private', 'private'] as const;

type Step =
  | { kind: 'send'; room: number; words: string[] }
  | { kind: 'edit'; room: number; message: number; words: string[] }
  | { kind: 'delete'; room: number; message: number }
  | { kind: 'index' }
  | { kind: 'pass'; ms: number };

const room = fc.nat(KINDS.length - 1);
const words = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('send' as const), room, words }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('edit' as const), room, message: fc.nat(), words }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), room, message: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('index' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.nat(2) }) },
);

async function playHistories(hash: (text: string) => number, numRuns: number): Promise<void> {
  const workspace = await IndexedWorkspace.create();
  const index = workspace.openIndex({ hash });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), fc.nat(2), async (steps, skipped) => {
      const roomIds: string[] = [];
      for (const kind of KINDS) roomIds.push(await workspace.addRoom(kind));
      const messages: string[][] = KINDS.map(() => []);
      for (const one of steps) {
        if (one.kind === 'pass') workspace.now += one.ms;
        else if (one.kind === 'index') {
          index.follow(roomIds);
          await index.whenIdle();
        } else await play(workspace, roomIds[one.room] ?? '', messages[one.room] ?? [], one);
      }
      index.follow(roomIds);
      await index.whenIdle();
      const scopes: Scope[] = [
        { roomIds: roomIds.slice(2 + skipped) },
        { open: { except: roomIds.slice(0, skipped) }, roomIds: roomIds.slice(2) },
        { open: { only: roomIds.slice(0, 1) }, roomIds: [] },
      ];
      for (const scope of scopes) {
        for (const text of SEARCHES) {
          const { texts, proposed, isBehind } = await workspace.search(index, scope, text, 3);
          const expected = await workspace.searchTexts(scope, text);
          expect({ text, texts: texts.toSorted() }).toEqual({ text, texts: expected.toSorted() });
          expect(proposed.map(({ place }) => place)).toEqual(
            [...new Set(proposed.map(({ place }) => place))].toSorted((a, b) => b - a),
          );
          const own = new Set(roomIds.slice(2));
          expect(proposed.every(({ roomId }) => !own.has(roomId) || scope.roomIds.includes(roomId))).toBe(
            true,
          );
          expect(isBehind).toBe(false);
        }
      }
    }),
    { numRuns },
  );
}

async function play(
  workspace: IndexedWorkspace,
  roomId: string,
  messages: string[],
  one: Exclude<Step, { kind: 'index' | 'pass' }>,
): Promise<void> {
  if (one.kind === 'send') return void messages.push(await workspace.send(roomId, one.words.join(' ')));
  if (messages.length === 0) return;
  const place = one.message % messages.length;
  const [id = ''] = one.kind === 'delete' ? messages.splice(place, 1) : messages.slice(place, place + 1);
  if (one.kind === 'delete') await workspace.delete(roomId, id);
  else await workspace.edit(roomId, id, one.words.join(' '));
}

test('random histories: the index finds what a look at every text finds', async () => {
  await expect(playHistories(createKeyHash('secret'), 15)).resolves.toBeUndefined();
}, 300_000);

test('with colliding keys, the index still finds everything, and nothing of other rooms', async () => {
  const hash = createKeyHash('secret');
  await expect(playHistories(text => hash(text) & 31, 5)).resolves.toBeUndefined();
}, 300_000);

test('a new index adds what is there already, the newest first', async () => {
  const workspace = await IndexedWorkspace.create();
  const roomId = await workspace.addRoom();
  for (let count = 0; count < 450; count++) {
    workspace.now += 1;
    await workspace.send(roomId, `number ${count}`);
  }
  const index = workspace.openIndex();
  const scope = { roomIds: [roomId] };
  expect((await workspace.search(index, scope, 'number')).isBehind).toBe(true);
  await index.whenIdle();
  const { texts, isBehind } = await workspace.search(index, scope, 'number');
  expect(texts).toEqual(Array.from({ length: 450 }, (_, count) => `number ${449 - count}`));
  expect(isBehind).toBe(false);
});

test('the rows of a deleted message and of its words are gone', async () => {
  const workspace = await IndexedWorkspace.create();
  const roomId = await workspace.addRoom();
  const index = workspace.openIndex();
  const kept = await workspace.send(roomId, 'kept secretword');
  const gone = await workspace.send(roomId, 'gone secretword');
  index.follow([roomId]);
  await index.whenIdle();
  await workspace.delete(roomId, gone);
  await workspace.edit(roomId, kept, 'kept');
  index.follow([roomId]);
  await index.whenIdle();
  const other = await workspace.addRoom();
  await workspace.send(other, 'kept');
  index.follow([other]);
  await index.whenIdle();
  const { rows } = await sql<{
    count: number;
  }>`select cardinality("keys") as "count" from "search_messages"`.execute(workspace.db);
  expect(rows.map(({ count }) => count)).toEqual([rows[0]?.count, rows[0]?.count]);
  expect((await workspace.search(index, { roomIds: [roomId] }, 'secretword')).proposed).toEqual([]);
});
