import { Random } from '@snug/testkit/random.ts';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { ConnectionPool } from '../../db/postgres/connection-pool.ts';
import { ConnectionError } from '../../db/postgres/errors.ts';
import { PostgresConnection } from '../../db/postgres/postgres-connection.ts';
import { IndexedWorkspace } from '../../testing/indexed-workspace.ts';
import { eraseTrimmed, makeOlder, trimRoom } from '../../testing/trims.ts';
import { CandidateFinder } from './candidate-finder.ts';
import { createIndexPool } from './index-pool.ts';
import { RoomIndexer } from './room-indexer.ts';
import { createKeyHash, type KeyHash, TermKeys } from './term-keys.ts';

/** Which statement loses the connection, counted from 1. `isSent`: the server executes it. */
interface Cut {
  at: number;
  isSent: boolean;
}

const hashKey = createKeyHash('secret');

interface IndexerOptions {
  wrap?: (connection: PostgresConnection) => PostgresConnection;
  hash?: KeyHash;
}

function createIndexer(
  { url }: IndexedWorkspace,
  { wrap = connection => connection, hash = hashKey }: IndexerOptions = {},
) {
  const keys = new TermKeys(hash);
  const pool = new ConnectionPool({ url, size: 1, wrap });
  const searchPool = createIndexPool({ url, size: 1, timeoutMs: 60_000 });
  onTestFinished(async () => void (await Promise.all([pool.close(), searchPool.close()])));
  const finder = new CandidateFinder({ pool: searchPool, keys, steadyNow: () => performance.now() });
  return { indexer: new RoomIndexer(pool, keys), finder };
}

/** Calls `run` before each statement, and waits for it. */
function runBefore(
  connection: PostgresConnection,
  run: (statement: string) => Promise<void> | void,
): PostgresConnection {
  const query = connection.query.bind(connection);
  let earlier = Promise.resolve();
  const queryLater = <Row>(statement: string, parameters: readonly unknown[] = []) => {
    earlier = earlier.then(() => run(statement));
    return earlier.then(() => query<Row>(statement, parameters));
  };
  return Object.assign(connection, { query: queryLater });
}

/** An index whose connection ends at a statement of its next changes. */
function createSetup(workspace: IndexedWorkspace) {
  const state = { cut: undefined as Cut | undefined, count: 0 };
  const wrap = (connection: PostgresConnection) => cutAtStatement(connection, state);
  const { indexer, finder } = createIndexer(workspace, { wrap });
  const settle = async (roomIds: readonly string[]) => {
    for (const roomId of roomIds) while ((await indexer.applyChanges(roomId)) !== 'done');
    while ((await indexer.buildSome()) !== 'done');
  };
  /** Returns whether the changes had that many statements. */
  const settleWithCut = async (roomIds: readonly string[], cut: Cut) => {
    Object.assign(state, { cut, count: 0 });
    const isCut = await settle(roomIds).then(
      () => false,
      (error: unknown) => {
        if (error instanceof ConnectionError) return true;
        throw error;
      },
    );
    state.cut = undefined;
    return isCut;
  };
  return { finder, settle, settleWithCut };
}

function cutAtStatement(
  connection: PostgresConnection,
  state: { cut: Cut | undefined; count: number },
): PostgresConnection {
  const query = connection.query.bind(connection);
  const cutQuery = async (sql: string, parameters: readonly unknown[] = []) => {
    const { cut } = state;
    state.count++;
    if (!cut || state.count < cut.at) return query(sql, parameters);
    if (state.count === cut.at && cut.isSent) await query(sql, parameters);
    connection.destroy();
    throw new ConnectionError('the connection is lost');
  };
  return Object.assign(connection, { query: cutQuery });
}

test.each([
  ['before', false],
  ['after', true],
])(
  'a connection that ends %s any statement: the index has every message once, as a look at every text',
  async (_when, isSent) => {
    const workspace = await IndexedWorkspace.create();
    const { finder, settle, settleWithCut } = createSetup(workspace);
    const roomIds = [await workspace.addRoom('open'), await workspace.addRoom()];
    const scope = { open: { except: [] }, roomIds: roomIds.slice(1) };
    const ids: [string, string][] = [];
    const send = async (text: string, roomId: string) => {
      workspace.now += 1;
      ids.push([roomId, await workspace.send(roomId, text)]);
    };
    const countRows = async () => {
      const { rows } = await sql<{
        count: number;
      }>`select count(*) as "count" from "search_messages"`.execute(workspace.db);
      return rows[0]?.count;
    };
    const expectAll = async (text: string, at: number) => {
      const { texts, proposed, isBehind } = await workspace.search(finder, scope, text);
      const expected = await workspace.searchTexts(scope, text);
      expect([at, text, isBehind, texts.toSorted()]).toEqual([at, text, false, expected.toSorted()]);
      expect(new Set(proposed.map(({ place }) => place)).size).toBe(proposed.length);
    };
    // More than a transaction takes, so that a part of them is left to the build.
    for (let count = 0; count < 230; count++) await send(`early ${count % 7} Grüße`, roomIds[0] ?? '');
    let isCut = true;
    let at = 0;
    for (; isCut; at++) {
      for (const roomId of roomIds) await send(`later ${at} 北京大学`, roomId);
      const [edited, deleted] = ids.splice(at % ids.length, 2);
      if (edited) await workspace.edit(...edited, `edited ${at}`);
      if (deleted) await workspace.delete(...deleted);
      isCut = await settleWithCut(roomIds, { at: at + 1, isSent });
      await settle(roomIds);
      for (const text of ['later', 'edited', '京大']) await expectAll(text, at);
      expect([at, await countRows()]).toEqual([at, ids.length + 1 + at]);
    }
    for (const text of ['early', 'gru', '"early 3"']) await expectAll(text, at);
    expect(at).toBeGreaterThan(15);
  },
  300_000,
);

test('keys are made outside of transactions, in turns of the event loop', async () => {
  const workspace = await IndexedWorkspace.create();
  const roomIds = [await workspace.addRoom(), await workspace.addRoom('open')];
  const random = new Random(7);
  const counts = { keys: 0, inTransaction: 0, ofTurn: 0, maxOfTurn: 0 };
  let isOpen = false;
  const { indexer } = createIndexer(workspace, {
    wrap: connection =>
      runBefore(connection, statement => {
        isOpen = statement.startsWith('begin') || (isOpen && statement !== 'commit');
      }),
    hash(text) {
      counts.keys++;
      counts.inTransaction += Number(isOpen);
      counts.maxOfTurn = Math.max(counts.maxOfTurn, ++counts.ofTurn);
      return hashKey(text);
    },
  });
  const timer = setInterval(() => {});
  let isWatching = true;
  const watch = () => {
    counts.ofTurn = 0;
    if (isWatching) setImmediate(watch);
  };
  setImmediate(watch);
  onTestFinished(() => {
    isWatching = false;
    clearInterval(timer);
  });
  for (const roomId of roomIds) {
    // The second room is left to the build.
    const count = roomId === roomIds[1] ? 210 : 5;
    for (let index = 0; index < count; index++) {
      const letters = Array.from({ length: count === 5 ? 9_900 : 90 }, () =>
        String.fromCodePoint(0x4e_00 + random.below(20_000)),
      );
      await workspace.send(roomId, letters.join(''));
    }
  }
  for (const roomId of roomIds) while ((await indexer.applyChanges(roomId)) !== 'done');
  while ((await indexer.buildSome()) !== 'done');
  expect(counts.keys).toBeGreaterThan(100_000);
  expect(counts.inTransaction).toBe(0);
  expect(counts.maxOfTurn).toBeLessThan(600);
});

test.each(['changes', 'a build'])('%s: messages that change after their keys are made', async kind => {
  const workspace = await IndexedWorkspace.create();
  const roomIds = [await workspace.addRoom('open'), await workspace.addRoom()];
  const ids: [string, string][] = [];
  const send = async (roomId: string, text: string) => {
    workspace.now += 1;
    ids.push([roomId, await workspace.send(roomId, text)]);
  };
  const perRoom = kind === 'changes' ? 4 : 205;
  for (let index = 0; index < perRoom; index++)
    for (const roomId of roomIds) await send(roomId, `early ${index}`);
  let step = 0;
  const meanwhile = async () => {
    if (step++ >= 12) return;
    const [edited, deleted] = ids.splice(step % ids.length, 2);
    if (edited) await workspace.edit(...edited, `edited secretword ${step}`);
    if (deleted) await workspace.delete(...deleted);
    if (step % 3 === 0) for (const roomId of roomIds) await send(roomId, `later ${step}`);
    // Another node is faster.
    if (step % 4 === 0) for (const roomId of roomIds) await other.applyChanges(roomId);
    if (step % 5 === 0) await other.buildSome();
  };
  const { indexer: other } = createIndexer(workspace);
  const { indexer, finder } = createIndexer(workspace, {
    wrap: connection =>
      runBefore(connection, statement => (statement.startsWith('begin') ? meanwhile() : undefined)),
  });
  for (let isDone = false; !isDone; ) {
    const outcomes = [];
    await indexer.eraseReplaced(roomIds);
    for (const roomId of roomIds) outcomes.push(await indexer.applyChanges(roomId));
    outcomes.push(await indexer.buildSome());
    isDone = outcomes.every(outcome => outcome === 'done');
  }
  expect(step).toBeGreaterThan(6);
  const scope = { open: { except: [] }, roomIds: roomIds.slice(1) };
  for (const text of ['early', 'secretword', 'later', '"edited"']) {
    const { texts, isBehind } = await workspace.search(finder, scope, text);
    const expected = await workspace.searchTexts(scope, text);
    expect([text, isBehind, texts.toSorted()]).toEqual([text, false, expected.toSorted()]);
  }
  const { proposed } = await workspace.search(finder, scope, 'secretword');
  expect(proposed).toHaveLength((await workspace.searchTexts(scope, 'secretword')).length);
});

test('TR2 the rows of trimmed messages go in parts, also after a connection that ends at any statement, and no others', async () => {
  const workspace = await IndexedWorkspace.create();
  const { db } = workspace;
  const { finder, settle, settleWithCut } = createSetup(workspace);
  const [roomId, other] = [await workspace.addRoom('open'), await workspace.addRoom()];
  const texts = Array.from({ length: 8 }, (_, index) => `word ${index}`);
  for (const text of texts) for (const id of [roomId, other]) await workspace.send(id, text);
  await settle([roomId, other]);
  const count = async () => {
    const { rows } = await sql<{ count: number }>`select count(*) as "count" from "search_messages"`.execute(
      db,
    );
    return Number(rows[0]?.count);
  };
  expect(await count()).toBe(16);
  let isCut = true;
  for (let at = 1; isCut; at++) {
    await workspace.send(roomId, `later ${at}`);
    const [last] = await db
      .selectFrom('messages')
      .select('seq')
      .where('roomId', '=', roomId)
      .orderBy('seq', 'desc')
      .limit(1)
      .execute();
    await makeOlder(db, roomId, (last?.seq ?? 0) - 1);
    await trimRoom(db, roomId);
    isCut = await settleWithCut([roomId], { at, isSent: at % 2 === 0 });
    await settle([roomId]);
    expect([at, await count()]).toEqual([at, 9]);
    await eraseTrimmed(db, roomId);
  }
  const scope = { open: { except: [] }, roomIds: [other] };
  expect((await workspace.search(finder, scope, 'word')).proposed).toHaveLength(8);
});

test('replaced words are erased before other changes are added, and edited messages come back', async () => {
  const workspace = await IndexedWorkspace.create();
  const { indexer, finder } = createIndexer(workspace);
  const random = new Random(38);
  const roomIds = [await workspace.addRoom('open'), await workspace.addRoom()];
  const scope = { open: { except: [] }, roomIds: roomIds.slice(1) };
  const ids: [string, string][] = [];
  const found: { count: number; proposed: number; texts: number }[] = [];
  for (let count = 0; count < 60; count++) {
    const roomId = roomIds[random.below(2)] ?? '';
    const step = random.below(10);
    if (step < 4 || ids.length === 0)
      ids.push([roomId, await workspace.send(roomId, `word${count % 7} kept`)]);
    else if (step < 6) await workspace.edit(...(random.pick(ids) ?? ['', '']), `edited${count}`);
    else if (step < 7) await workspace.delete(...(ids.splice(random.below(ids.length), 1)[0] ?? ['', '']));
    else if (step < 8) await indexer.applyChanges(roomId);
    else {
      await eraseAll(indexer, roomIds);
      const { proposed, texts } = await workspace.search(finder, scope, 'word');
      found.push({ count, proposed: proposed.length, texts: texts.length });
    }
  }
  expect(found.length).toBeGreaterThan(5);
  expect(found.filter(({ proposed, texts }) => proposed !== texts)).toEqual([]);
  for (const roomId of roomIds) while ((await indexer.applyChanges(roomId)) !== 'done');
  for (const text of ['word', 'kept', 'edited']) {
    const { texts } = await workspace.search(finder, scope, text);
    expect(texts.toSorted()).toEqual((await workspace.searchTexts(scope, text)).toSorted());
  }
});

test('messages of earlier releases are found by their files and links before a job has examined them', async () => {
  const workspace = await IndexedWorkspace.create();
  const { indexer, finder } = createIndexer(workspace);
  const roomId = await workspace.addRoom();
  await workspace.send(roomId, 'a plan at https://example.org');
  await workspace.send(roomId, 'a plan');
  await workspace.db.updateTable('messages').set({ fileKind: null, links: null }).execute();
  while ((await indexer.applyChanges(roomId)) !== 'done');
  const { texts } = await workspace.search(finder, { roomIds: [roomId], has: ['link'] }, 'plan');
  expect(texts).toEqual(['a plan at https://example.org']);
});

test('reactions and pins leave a message in the index while its other changes wait', async () => {
  const workspace = await IndexedWorkspace.create();
  const { indexer, finder } = createIndexer(workspace);
  const roomId = await workspace.addRoom();
  const caller = { uid: workspace.uid };
  const [liked, pinned] = [
    await workspace.send(roomId, 'word one'),
    await workspace.send(roomId, 'word two'),
  ];
  while ((await indexer.applyChanges(roomId)) !== 'done');
  const reaction = { roomId, messageId: liked, emoji: '❤️', on: true };
  await workspace.run({ mutation: 'set_reaction', caller, input: reaction });
  await workspace.run({ mutation: 'set_pin', caller, input: { roomId, messageId: pinned, on: true } });
  await eraseAll(indexer, [roomId]);
  const { texts } = await workspace.search(finder, { roomIds: [roomId] }, 'word');
  expect(texts).toEqual(['word two', 'word one']);
});

test('words of a message that is deleted while another node adds it are erased after that, and before other changes', async () => {
  const workspace = await IndexedWorkspace.create();
  const roomId = await workspace.addRoom();
  const { indexer, finder } = createIndexer(workspace);
  const meanwhile: string[][] = [];
  let id: string | undefined;
  const { indexer: other } = createIndexer(workspace, {
    wrap: connection =>
      runBefore(connection, async statement => {
        if (statement !== 'commit' || id === undefined) return;
        const deleted = id;
        id = undefined;
        await workspace.delete(roomId, deleted);
        meanwhile.push([...(await indexer.eraseReplaced([roomId])).unfinished]);
      }),
  });
  await workspace.send(roomId, 'kept');
  while ((await other.applyChanges(roomId)) !== 'done');
  id = await workspace.send(roomId, 'secretword');
  await other.applyChanges(roomId);
  expect(meanwhile).toEqual([[roomId]]);
  await eraseAll(indexer, [roomId]);
  expect((await workspace.search(finder, { roomIds: [roomId] }, 'secretword')).proposed).toEqual([]);
  expect((await workspace.search(finder, { roomIds: [roomId] }, 'kept')).texts).toEqual(['kept']);
});

test('of rooms that are gone, trimmed or taken by another node, the erasure of replaced words names what is left', async () => {
  const workspace = await IndexedWorkspace.create();
  const { db } = workspace;
  const { indexer } = createIndexer(workspace);
  const [gone, trimmed, taken] = [
    await workspace.addRoom(),
    await workspace.addRoom(),
    await workspace.addRoom(),
  ];
  const roomIds = [gone, trimmed, taken];
  for (const roomId of roomIds) for (const text of ['one', 'two']) await workspace.send(roomId, text);
  const unknown = await workspace.addRoom();
  for (const roomId of roomIds) while ((await indexer.applyChanges(roomId)) !== 'done');
  await workspace.deleteRoom(gone);
  await makeOlder(db, trimmed, 1);
  await trimRoom(db, trimmed);
  const [message] = await db.selectFrom('messages').select('id').where('roomId', '=', taken).execute();
  await workspace.delete(taken, message?.id ?? '');
  const node = await PostgresConnection.open(workspace.url);
  onTestFinished(() => node.close());
  await node.query('begin');
  await node.query('select 1 from "search_rooms" where "roomId" = $1 for update', [taken]);
  const erase = async () => {
    const erased = await indexer.eraseReplaced([...roomIds, unknown]);
    return { gone: erased.gone, unfinished: erased.unfinished.toSorted() };
  };
  expect(await erase()).toEqual({ gone: [gone], unfinished: [trimmed, taken].toSorted() });
  await node.query('commit');
  expect(await erase()).toEqual({ gone: [gone], unfinished: [] });
  const { rows } = await sql<{ roomId: string; count: number }>`select r."roomId", count(*)::int as "count"
    from "search_messages" m join "search_rooms" r on r."room" = m."room" where r."roomId" <> ${gone}
    group by r."roomId"`.execute(db);
  const counts = Object.fromEntries(rows.map(({ roomId, count }) => [roomId, count]));
  expect([counts[trimmed], counts[taken]]).toEqual([1, 1]);
});

async function eraseAll(indexer: RoomIndexer, roomIds: readonly string[]): Promise<void> {
  for (let left = roomIds; left.length > 0; ) left = (await indexer.eraseReplaced(left)).unfinished;
}
