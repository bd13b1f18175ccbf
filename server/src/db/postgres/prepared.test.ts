import { randomUUID } from 'node:crypto';
import { createDatabase, dropDatabase } from '@snug/testkit/postgres/postgres-server.ts';
import { Client } from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import '../../commands/handlers.ts';
import { listPreparedStatements } from '../prepared.ts';
import { migrate } from './migrate.ts';
import { PostgresConnection } from './postgres-connection.ts';
import { createConnectionDb } from './postgres-db.ts';
import { toStatement } from './statements.ts';

/** `listPreparedStatements` has one placeholder for all values, without a number. */
function numberValues(sql: string): string {
  const numbers = [...sql.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number));
  return sql.replace('?', `$${Math.max(0, ...numbers) + 1}`);
}

/** Returns a function that explains a statement with placeholders; undefined in versions that cannot. */
async function createExplainer() {
  const url = await createDatabase(inject('postgresUrl'), `test_${randomUUID()}`);
  onTestFinished(() => dropDatabase(url));
  const connection = await PostgresConnection.open(url);
  await migrate(createConnectionDb(connection));
  await connection.close();
  const client = new Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int as "version"`,
  );
  if ((rows[0]?.version ?? 0) < 160_000) return undefined;
  // Then a plan has them only if no index serves.
  await client.query('set enable_seqscan = off; set enable_sort = off');
  return async (sql: string) => {
    const result = await client.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${sql}`);
    return result.rows.map(row => row['QUERY PLAN']);
  };
}

test('every prepared statement finds its rows by an index', async () => {
  const explain = await createExplainer();
  if (!explain) return;
  const statements = listPreparedStatements().map(sql => toStatement(numberValues(sql)).text);
  expect(statements.length).toBeGreaterThan(30);
  const bad: string[] = [];
  for (const sql of statements) {
    const plan = await explain(sql);
    if (plan.some(line => /Seq Scan|Sort /.test(line))) bad.push([sql, ...plan].join('\n'));
  }
  expect(bad).toEqual([]);
});
