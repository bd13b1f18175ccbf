import { type CompiledQuery, sql } from 'kysely';
import { onTestFinished, vi } from 'vitest';
import type { Db } from '../db/schema.ts';
import { isOnPostgres } from './select-engine.ts';

/** A statement, with the number of rows that it returned. */
export type CountedStatement = readonly [text: string, rows: number];

export interface CountedReads {
  statements: CountedStatement[];
  /** By table and by index: how often it was scanned, and how many rows were read. Only PostgreSQL counts them. */
  rows: Readonly<Record<string, readonly number[]>>;
}

/** Returns a function that counts what some work asks of a database, until the end of the test. */
export async function createReadCounter(
  db: Db,
): Promise<(work: () => Promise<unknown>) => Promise<CountedReads>> {
  // A scan of a small table would hide which rows a statement looks for.
  if (isOnPostgres) await sql`set enable_seqscan = off`.execute(db);
  const queries = vi.spyOn(db, 'executeQuery');
  onTestFinished(async () => {
    queries.mockRestore();
    if (isOnPostgres) await sql`reset enable_seqscan`.execute(db);
  });
  return async work => {
    const before = await readRowCounts(db);
    queries.mockClear();
    await work();
    const calls = [...queries.mock.calls];
    const results = await Promise.all(
      queries.mock.results.map(({ value }) => value as Promise<{ rows: unknown[] }>),
    );
    const after = await readRowCounts(db);
    return {
      statements: calls.map(([query], index) => [
        (query as CompiledQuery).sql,
        results[index]?.rows.length ?? 0,
      ]),
      rows: subtract(after, before),
    };
  };
}

/** Removes old versions of rows, which later statements would meet. Only PostgreSQL has them. */
export async function removeOldVersions(db: Db): Promise<void> {
  if (isOnPostgres) await sql`vacuum`.execute(db);
}

type RowCounts = ReadonlyMap<string, readonly number[]>;

async function readRowCounts(db: Db): Promise<RowCounts> {
  if (!isOnPostgres) return new Map();
  // Otherwise a connection reports its counts once a second.
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const { rows } = await sql<{ name: string; counts: number[] }>`select c.relname as name, array[
      pg_stat_get_numscans(c.oid), pg_stat_get_tuples_returned(c.oid), pg_stat_get_tuples_fetched(c.oid)]::int[] as counts
    from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'i')`.execute(
    db,
  );
  return new Map(rows.map(({ name, counts }) => [name, counts]));
}

/** Without tables and indexes that nobody read. */
function subtract(after: RowCounts, before: RowCounts): CountedReads['rows'] {
  const changes = [...after].map(
    ([name, counts]) =>
      [name, counts.map((count, index) => count - (before.get(name)?.[index] ?? 0))] as const,
  );
  return Object.fromEntries(changes.filter(([, counts]) => counts.some(count => count !== 0)));
}
