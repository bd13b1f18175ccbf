import { Random } from '@snug/testkit/random.ts';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { PostgresConnection } from '../../db/postgres/postgres-connection.ts';
import type { Db } from '../../db/schema.ts';
import { startNode } from '../../testing/cluster-node.ts';
import { NOW } from '../../testing/database.ts';
import { INDEX_CLOCK, IndexedWorkspace, type Scope } from '../../testing/indexed-workspace.ts';
import { emptyTables } from './empty-tables.ts';
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

/** The next test may get the same database. `name`: of the trigger and its function. */
function dropAtEnd(db: Db, name: string, table: string): void {
  onTestFinished(async () => {
    await sql`drop function if exists ${sql.ref(name)} cascade`.execute(db);
    await sql`drop table if exists ${sql.table(table)}`.execute(db);
  });
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

test('nothing of a deleted room remains in the index', async () => {
  const workspace = await IndexedWorkspace.create();
  const index = workspace.openIndex();
  const [gone, kept] = [await workspace.addRoom(), await workspace.addRoom('open')];
  for (const roomId of [gone, kept]) for (const text of ['one', 'two']) await workspace.send(roomId, text);
  index.follow([gone, kept]);
  await index.whenIdle();
  await workspace.deleteRoom(gone);
  index.follow([gone]);
  expect(await index.hasFollowed(30_000)).toBe(true);
  const left = await sql<{ roomId: string; count: number }>`select r."roomId", count(*) as "count"
    from "search_messages" m left join "search_rooms" r on r."room" = m."room" group by r."roomId"`.execute(
    workspace.db,
  );
  expect(left.rows).toEqual([{ roomId: kept, count: 2 }]);
  const before = await workspace.search(index, { roomIds: [gone] }, 'one');
  expect(before.proposed).toEqual([]);
});

test('changes are searchable while rooms with 100,000 messages are erased', async () => {
  const workspace = await IndexedWorkspace.create();
  const { db } = workspace;
  const index = workspace.openIndex();
  const gone: string[] = [];
  for (let count = 0; count < 4; count++) gone.push(await workspace.addRoom());
  const kept = await workspace.addRoom();
  for (const roomId of [...gone, kept]) await workspace.send(roomId, 'before');
  index.follow([...gone, kept]);
  await index.whenIdle();
  await sql`insert into "search_messages" ("place", "room", "part", "seq", "keys")
    select n, s."room", s."part", 1000 + n, array[n, n % 100] from generate_series(1, 100000) as n
    join "search_rooms" s on s."roomId" = (${gone}::text[])[1 + n % 4]`.execute(db);
  // How much is left when a row of the other room is added.
  dropAtEnd(db, 'test_count_left', 'test_left');
  await sql`create table "test_left" ("count" integer)`.execute(db);
  await sql`create function test_count_left() returns trigger language plpgsql as $$ begin
      insert into "test_left" select count(*) from "search_messages" where "place" <= 100000;
      return null;
    end $$`.execute(db);
  await sql`create trigger test_count_left after insert on "search_messages" execute function test_count_left()`.execute(
    db,
  );
  for (const roomId of gone) await workspace.deleteRoom(roomId);
  await workspace.send(kept, 'meanwhile 0');
  index.follow([...gone, kept]);
  for (let count = 1; count < 4; count++) {
    const find = async () => (await workspace.search(index, { roomIds: [kept] }, 'meanwhile')).texts;
    await expect.poll(find).toHaveLength(count);
    await workspace.send(kept, `meanwhile ${count}`);
    index.follow([kept]);
  }
  expect(await index.hasFollowed(120_000)).toBe(true);
  const { rows: left } = await sql<{ count: number }>`select "count" from "test_left"`.execute(db);
  expect(left).toHaveLength(4);
  // Each rest after a step can erase some.
  expect(left[0]?.count).toBeGreaterThan(90_000);
  expect(left.every(({ count }) => count > 0)).toBe(true);
  const { rows } = await sql`select 1 from "search_messages" where "place" <= 100000`.execute(db);
  expect(rows).toEqual([]);
}, 300_000);

test('beside a busy server, new messages wait for a rest of the index, and the erasure of deleted ones does not', async () => {
  const workspace = await IndexedWorkspace.create();
  const [roomId, other] = [await workspace.addRoom(), await workspace.addRoom()];
  let now = 0;
  let load = 0;
  /** With the times when they are due. */
  const held = new Map<() => void, number>();
  const index = workspace.openIndex({
    // A key takes so long.
    hash: text => {
      now += 100;
      return createKeyHash('secret')(text);
    },
    readLoad: () => load,
    clock: {
      steadyNow: () => now,
      setTimer(run, ms) {
        if (load === 0) now += ms;
        if (load === 0 || ms <= 50) return INDEX_CLOCK.setTimer(run, 0);
        const hold = () => run();
        held.set(hold, now + ms);
        return () => held.delete(hold);
      },
      repeat: () => () => {},
    },
  });
  const pass = (ms: number) => {
    now += ms;
    for (const [run, at] of Array.from(held)) if (at <= now && held.delete(run)) run();
  };
  const find = async (text: string) => (await workspace.search(index, { roomIds: [roomId] }, text)).texts;
  const gone = await workspace.send(roomId, 'secretword');
  index.follow([roomId]);
  await index.whenIdle();
  load = 1;
  await workspace.send(other, 'a message whose keys take long');
  index.follow([other]);
  await expect.poll(() => held.size).toBe(1);
  await workspace.delete(roomId, gone);
  await workspace.send(roomId, 'later');
  index.follow([roomId]);
  const erased = index.hasFollowed(600_000);
  pass(2_000);
  expect(await erased).toBe(true);
  expect(await countRows(workspace, roomId)).toBe(0);
  expect(await find('later')).toEqual([]);
  await expect
    .poll(async () => {
      pass(1_000);
      return find('later');
    })
    .toEqual(['later']);
  load = 0;
});

test('changes that never end leave turns to the build, and the build to changes', async () => {
  const workspace = await IndexedWorkspace.create();
  const flooded = [await workspace.addRoom(), await workspace.addRoom(), await workspace.addRoom()];
  const old = await workspace.addRoom();
  for (let count = 0; count < 450; count++) await workspace.send(old, `old ${count}`);
  let isFlooded = true;
  const index = workspace.openIndex({
    readLoad() {
      if (isFlooded) index.follow(flooded);
      return 0;
    },
  });
  for (const roomId of flooded) await workspace.send(roomId, 'new');
  index.follow(flooded);
  const count = async (roomId: string) =>
    (await workspace.search(index, { roomIds: [roomId] }, roomId === old ? 'old' : 'new')).texts.length;
  await expect.poll(() => count(old), { timeout: 60_000 }).toBe(450);
  for (const roomId of flooded) await expect.poll(() => count(roomId), { timeout: 60_000 }).toBe(1);
  isFlooded = false;
}, 120_000);

test('a room whose changes fail holds up neither other rooms nor their erasure', async () => {
  const workspace = await IndexedWorkspace.create();
  const { db } = workspace;
  const failures: unknown[] = [];
  const index = workspace.openIndex({ onFailure: error => failures.push(error) });
  const [failing, gone, other] = [
    await workspace.addRoom(),
    await workspace.addRoom(),
    await workspace.addRoom(),
  ];
  for (const roomId of [failing, gone, other]) await workspace.send(roomId, 'before');
  index.follow([failing, gone, other]);
  await index.whenIdle();
  await sql`create function test_fail() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`.execute(
    db,
  );
  const { rows } = await sql<{
    room: number;
  }>`select "room" from "search_rooms" where "roomId" = ${failing}`.execute(db);
  await sql`create trigger test_fail before insert on "search_messages" for each row
    when (new."room" = ${sql.lit(rows[0]?.room)}) execute function test_fail()`.execute(db);
  for (const roomId of [failing, other]) await workspace.send(roomId, 'after');
  await workspace.deleteRoom(gone);
  index.follow([failing, gone, other]);
  await expect.poll(() => countRows(workspace, other)).toBe(2);
  await expect.poll(() => countRows(workspace, gone)).toBe(0);
  expect(failures.length).toBeGreaterThan(0);
  await sql`drop trigger test_fail on "search_messages"`.execute(db);
  await expect.poll(() => countRows(workspace, failing)).toBe(2);
});

test('long texts of a script without spaces are indexed by a bounded number of keys at once', async () => {
  const workspace = await IndexedWorkspace.create();
  const { db } = workspace;
  const random = new Random(7);
  const roomId = await workspace.addRoom();
  const index = workspace.openIndex();
  await index.whenIdle();
  dropAtEnd(db, 'test_count_keys', 'test_keys');
  await sql`create table "test_keys" ("count" integer)`.execute(db);
  await sql`create function test_count_keys() returns trigger language plpgsql as $$ begin
      insert into "test_keys" select sum(cardinality("keys")) from "added";
      return null;
    end $$`.execute(db);
  await sql`create trigger test_count_keys after insert on "search_messages" referencing new table as "added"
    for each statement execute function test_count_keys()`.execute(db);
  for (let count = 0; count < 5; count++) {
    const letters = Array.from({ length: 9_900 }, () => String.fromCodePoint(0x4e_00 + random.below(20_000)));
    await workspace.send(roomId, letters.join(''));
  }
  index.follow([roomId]);
  await index.whenIdle();
  const { rows } = await sql<{ count: number }>`select "count" from "test_keys"`.execute(db);
  expect(rows.length).toBeGreaterThan(1);
  expect(Math.max(...rows.map(({ count }) => count))).toBeLessThan(65_000);
  const { rows: stored } = await sql`select 1 from "search_messages"`.execute(db);
  expect(stored).toHaveLength(5);
}, 180_000);

test('a room that was erased while no node followed it is found by a comparison', async () => {
  const workspace = await IndexedWorkspace.create();
  const roomId = await workspace.addRoom();
  await workspace.send(roomId, 'one');
  const index = workspace.openIndex();
  await index.whenIdle();
  await workspace.deleteRoom(roomId);
  const { length } = ['messages', 'members', 'the room'];
  for (let count = 0; count < length; count++)
    await workspace.run({ mutation: 'erase_room', caller: { uid: '' }, input: { roomId } });
  index.compare();
  await index.whenIdle();
  for (const table of ['search_messages', 'search_rooms'])
    expect((await sql`select 1 from ${sql.table(table)}`.execute(workspace.db)).rows).toEqual([]);
});

test('the progress has the share that is built, and the messages of rooms that are gone', async () => {
  const workspace = await IndexedWorkspace.create();
  const { db } = workspace;
  const roomIds = [await workspace.addRoom('open'), await workspace.addRoom()];
  for (let count = 0; count < 60; count++)
    for (const roomId of roomIds) await workspace.send(roomId, `number ${count}`);
  const index = workspace.openIndex();
  expect(await index.readProgress()).toBeUndefined();
  await index.whenIdle();
  const progress = await index.readProgress();
  expect(progress).toEqual({ share: 1, leaving: 0, isPaused: false, bytes: expect.any(Number) });
  expect(progress?.bytes).toBeGreaterThan(0);
  // Half of the messages of one room are missing, as in a build that goes on.
  await sql`update "search_rooms" set "unbuilt" = "newest", "oldest" = "changed" / 2 where "roomId" = ${roomIds[0]}`.execute(
    db,
  );
  expect((await index.readProgress())?.share).toBeCloseTo(0.75, 2);
  for (const roomId of roomIds) await workspace.deleteRoom(roomId);
  expect(await index.readProgress()).toMatchObject({ share: 1, leaving: 120 });
});

test('MS3 MS8 private rooms that changed later do not hide that an open room is behind', async () => {
  const workspace = await IndexedWorkspace.create();
  const { db } = workspace;
  const roomId = await workspace.addRoom('open');
  await workspace.send(roomId, 'one');
  const index = workspace.openIndex();
  await index.whenIdle();
  const isBehind = async () => {
    const searching = workspace.openIndex();
    await searching.whenIdle();
    // Its node has ended before it had indexed the last message.
    await sql`update "search_rooms" set "changed" = 0 where "roomId" = ${roomId}`.execute(db);
    return (await workspace.search(searching, { open: { except: [] }, roomIds: [] }, 'one')).isBehind;
  };
  expect(await isBehind()).toBe(true);
  await sql`insert into "rooms" select (jsonb_populate_record(r, jsonb_build_object('id', r."id" || n, 'kind', 'private'))).*
    from "rooms" r, generate_series(1, 201) as n where r."id" = ${roomId}`.execute(db);
  await sql`insert into "room_activity" ("roomId", "at", "kind")
    select "id", ${NOW + 1_000_000}, 'private' from "rooms" where "kind" = 'private'`.execute(db);
  expect(await isBehind()).toBe(true);
});

test('two nodes that index the same rooms at once store each message once', async () => {
  const workspace = await IndexedWorkspace.create();
  const roomIds = [await workspace.addRoom('open'), await workspace.addRoom(), await workspace.addRoom()];
  // Of one millisecond: both nodes choose from the same places.
  for (let count = 0; count < 120; count++)
    for (const roomId of roomIds) await workspace.send(roomId, `number ${count}`);
  const nodes = [workspace.openIndex(), workspace.openIndex()];
  for (let count = 0; count < 30; count++) {
    for (const roomId of roomIds) await workspace.send(roomId, `later ${count}`);
    for (const node of nodes) node.follow(roomIds);
  }
  for (const node of nodes) await node.whenIdle();
  for (const node of nodes) {
    const scope = { open: { except: [] }, roomIds: roomIds.slice(1) };
    const { texts, proposed } = await workspace.search(node, scope, 'number');
    expect(texts).toHaveLength(360);
    expect(new Set(proposed.map(({ roomId, seq }) => `${roomId} ${seq}`)).size).toBe(360);
  }
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as "count" from "search_messages"`.execute(workspace.db);
  expect(rows).toEqual([{ count: 450 }]);
});

test('a node that leaves the build to others indexes its changes meanwhile, and goes on when they have ended', async () => {
  const workspace = await IndexedWorkspace.create();
  const { db } = workspace;
  const [large, other] = [await workspace.addRoom(), await workspace.addRoom()];
  await workspace.send(large, 'early');
  const early = workspace.openIndex();
  await early.whenIdle();
  await early.close();
  await sql`update "search_rooms" set "unbuilt" = "newest", "oldest" = 2 where "roomId" = ${large}`.execute(
    db,
  );
  const builder = await PostgresConnection.open(workspace.url);
  onTestFinished(() => builder.close());
  await builder.query(`select set_config('idle_in_transaction_session_timeout', '0', false)`);
  await builder.query('begin');
  await builder.query('select 1 from "search_rooms" where "roomId" = $1 for update', [large]);
  let rests = 0;
  let isBuilding = true;
  const setTimer: typeof INDEX_CLOCK.setTimer = (run, ms) => {
    if (ms < 900 || !isBuilding) return INDEX_CLOCK.setTimer(run, ms);
    // Only a change ends it.
    rests++;
    return () => {};
  };
  const index = workspace.openIndex({ clock: { ...INDEX_CLOCK, setTimer } });
  await expect.poll(() => rests).toBe(1);
  await workspace.send(other, 'meanwhile');
  index.follow([other]);
  const find = async () => (await workspace.search(index, { roomIds: [other] }, 'meanwhile')).texts;
  await expect.poll(find).toEqual(['meanwhile']);
  await expect.poll(() => rests).toBeGreaterThan(1);
  await builder.query('commit');
  isBuilding = false;
  index.follow([other]);
  await index.whenIdle();
  const { rows } = await sql`select 1 from "search_rooms" where "unbuilt" is not null`.execute(db);
  expect(rows).toEqual([]);
});

test('a node indexes what another one left behind when it ended', async () => {
  const workspace = await IndexedWorkspace.create();
  const roomId = await workspace.addRoom();
  const index = workspace.openIndex();
  await index.whenIdle();
  const ending = await startNode(workspace.url);
  await startNode(workspace.url, { searchIndex: index });
  await workspace.send(roomId, 'left behind');
  await index.whenIdle();
  expect((await workspace.search(index, { roomIds: [roomId] }, 'left')).texts).toEqual([]);
  await ending.node.stop();
  await expect
    .poll(async () => (await workspace.search(index, { roomIds: [roomId] }, 'left')).texts)
    .toEqual(['left behind']);
});

test('an index with another secret is built again, from the same rows', async () => {
  const workspace = await IndexedWorkspace.create();
  const roomId = await workspace.addRoom();
  await workspace.send(roomId, 'one');
  await workspace.openIndex().whenIdle();
  const index = workspace.openIndex({ secret: 'y'.repeat(32) });
  await index.whenIdle();
  const { texts, isBehind } = await workspace.search(index, { roomIds: [roomId] }, 'one');
  expect({ texts, isBehind }).toEqual({ texts: ['one'], isBehind: false });
  const { rows } = await sql`select 1 from "search_messages"`.execute(workspace.db);
  expect(rows).toHaveLength(1);
});

test('nothing of an index remains if the search is switched off', async () => {
  const workspace = await IndexedWorkspace.create();
  await workspace.send(await workspace.addRoom(), 'one');
  await workspace.openIndex().whenIdle();
  await emptyTables(workspace.url);
  for (const table of ['search_messages', 'search_rooms'])
    expect((await sql`select 1 from ${sql.table(table)}`.execute(workspace.db)).rows).toEqual([]);
});

test('after connections that end in any step, nothing is missing and nothing is twice', async () => {
  const workspace = await IndexedWorkspace.create();
  const roomIds = [await workspace.addRoom('open'), await workspace.addRoom()];
  const failures: unknown[] = [];
  const index = workspace.openIndex({ onFailure: error => failures.push(error) });
  const sent: string[] = [];
  for (let count = 0; count < 60; count++) {
    for (const roomId of roomIds) sent.push(await workspace.send(roomId, `number ${count}`));
    index.follow(roomIds);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(workspace.db);
  }
  for (const roomId of roomIds) await workspace.delete(roomId, sent[roomIds.indexOf(roomId)] ?? '');
  index.follow(roomIds);
  await index.whenIdle();
  expect(failures.length).toBeGreaterThan(0);
  const { rows } = await sql<{ count: number }>`
    select count(*) as "count" from "search_messages" group by "room"`.execute(workspace.db);
  expect(rows).toEqual([{ count: 59 }, { count: 59 }]);
});

async function countRows({ db }: IndexedWorkspace, roomId: string): Promise<number> {
  const { rows } = await sql`select 1 from "search_messages" where "room" = (
    select "room" from "search_rooms" where "roomId" = ${roomId})`.execute(db);
  return rows.length;
}
