import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { ConnectionPool } from '../../db/postgres/connection-pool.ts';
import { ConnectionError } from '../../db/postgres/errors.ts';
import type { PostgresConnection } from '../../db/postgres/postgres-connection.ts';
import { IndexedWorkspace } from '../../testing/indexed-workspace.ts';
import { eraseTrimmed, makeOlder, trimRoom } from '../../testing/trims.ts';
import { CandidateFinder } from './candidate-finder.ts';
import { createIndexPool } from './index-pool.ts';
import { RoomIndexer } from './room-indexer.ts';
import { createKeyHash, TermKeys } from './term-keys.ts';

/** Which statement loses the connection, counted from 1. `isSent`: the server executes it. */
interface Cut {
  at: number;
  isSent: boolean;
}

/** An index whose connection ends at a statement of its next changes. */
function createSetup({ url }: IndexedWorkspace) {
  const keys = new TermKeys(createKeyHash('secret'));
  const state = { cut: undefined as Cut | undefined, count: 0 };
  const pool = new ConnectionPool({ url, size: 1, wrap: connection => cutAtStatement(connection, state) });
  const searchPool = createIndexPool({ url, size: 1, timeoutMs: 60_000 });
  onTestFinished(async () => void (await Promise.all([pool.close(), searchPool.close()])));
  const indexer = new RoomIndexer(pool, keys);
  const finder = new CandidateFinder({ pool: searchPool, keys, steadyNow: () => performance.now() });
  const settle = async (roomIds: readonly string[]) => {
    for (const roomId of roomIds) while ((await indexer.applyChanges(roomId)) !== 'done');
    while (await indexer.buildSome());
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
