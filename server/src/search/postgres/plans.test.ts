import { listTermChoices, parseSearchWords } from '@snug/protocol';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { IndexedWorkspace, type Scope } from '../../testing/indexed-workspace.ts';

const MESSAGES = 9_000;
/** A search walks through 1,000 rows, up to the end of a statement, and reads few others. */
const MAX_ROWS = 1_600;
const TABLES = ['search_messages', 'search_rooms', 'rooms', 'messages', 'room_activity'];

/** Rooms with thousands of messages: half of them have "often", two have "seldom". */
async function fill({ db, uid, now }: IndexedWorkspace, roomIds: readonly string[]): Promise<void> {
  const count = MESSAGES / roomIds.length;
  for (const roomId of roomIds) {
    await sql`insert into "messages" ("roomId", "seq", "id", "authorId", "createdAt", "changedSeq", "text", "links")
      select ${roomId}, n, 'id' || n, ${uid}, ${now}::bigint + n, n,
        'text ' || case when n % 2 = 0 then 'often' else 'other' end || case when n = 7 then ' seldom' else '' end, 0
      from generate_series(1, ${count}::int) as n`.execute(db);
    await sql`update "rooms" set "seq" = ${count}::int, "changedAt" = ${now}::bigint + ${count} where "id" = ${roomId}`.execute(
      db,
    );
  }
}

/** Connections have reported what they read when they have ended. */
async function readCounts({ db }: IndexedWorkspace) {
  const countOthers = async () => {
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`.execute(
      db,
    );
    return rows.length;
  };
  await expect.poll(countOthers).toBe(0);
  await sql`select pg_stat_force_next_flush()`.execute(db);
  await sql`select pg_stat_clear_snapshot()`.execute(db);
  const { rows: scans } = await sql<{ name: string; scans: number }>`
    select relname as "name", seq_scan as "scans" from pg_stat_user_tables where relname = any(${TABLES})`.execute(
    db,
  );
  const { rows } = await sql<{ name: string; read: number; fetched: number }>`
    select indexrelname as "name", idx_tup_read as "read", idx_tup_fetch as "fetched"
    from pg_stat_user_indexes where relname = 'search_messages'`.execute(db);
  const { rows: bitmaps } = await sql<{ fetched: number }>`
    select idx_tup_fetch as "fetched" from pg_stat_user_tables where relname = 'search_messages'`.execute(db);
  return {
    scans: Object.fromEntries(scans.map(row => [row.name, row.scans])),
    primaryKey: rows.find(({ name }) => name === 'search_messages_pkey')?.read,
    fetched: bitmaps[0]?.fetched ?? 0,
  };
}

async function findIn(workspace: IndexedWorkspace, scope: Scope, text: string, from?: string) {
  const before = await readCounts(workspace);
  const index = workspace.openIndex();
  await index.whenIdle();
  const page = await index.find(
    {
      ...scope,
      choices: parseSearchWords(text, false).wanted.flatMap(listTermChoices),
      ...(from !== undefined && { from }),
      limit: 40,
    },
    new AbortController().signal,
  );
  await index.close();
  const after = await readCounts(workspace);
  return { page, before, after };
}

for (const isAnalyzed of [true, false])
  test(`a search reads a bounded number of rows, and no table as a whole (statistics: ${isAnalyzed})`, async () => {
    const workspace = await IndexedWorkspace.create();
    const kinds = ['open', 'open', 'private', 'private', 'private'] as const;
    const roomIds: string[] = [];
    for (const kind of kinds) roomIds.push(await workspace.addRoom(kind));
    // The statements of this node are prepared for empty tables.
    const early = workspace.openIndex();
    await early.whenIdle();
    await fill(workspace, roomIds);
    early.compare();
    await early.whenIdle();
    await early.close();
    if (isAnalyzed) await sql`analyze`.execute(workspace.db);
    const scopes: [Scope, number][] = [
      [{ open: { except: [] }, roomIds: roomIds.slice(2) }, 5],
      [{ open: { except: roomIds.slice(0, 1) }, roomIds: [] }, 1],
      [{ open: { only: roomIds.slice(0, 1) }, roomIds: [] }, 1],
      [{ roomIds: roomIds.slice(3) }, 2],
    ];
    for (const [scope, seldom] of scopes) {
      for (const [text, count, from] of [
        ['seldom', seldom],
        ['unknown', 0],
        ['often', 40],
        ['often seldom', 0],
        ['often', 0, 'nobody'],
      ] as const) {
        const { page, before, after } = await findIn(workspace, scope, text, from);
        expect({ text, count: page.candidates.length }).toEqual({ text, count });
        expect(after.scans).toEqual(before.scans);
        expect(after.primaryKey).toBe(before.primaryKey);
        expect(after.fetched - before.fetched).toBeLessThan(MAX_ROWS);
      }
    }
  });
