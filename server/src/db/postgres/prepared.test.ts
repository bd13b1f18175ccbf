import { randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDatabase, dropDatabase } from '@snug/testkit/postgres/postgres-server.ts';
import { Client } from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { listPreparedStatements } from '../prepared.ts';
import { migrate } from './migrate.ts';
import { PostgresConnection } from './postgres-connection.ts';
import { createConnectionDb } from './postgres-db.ts';
import { toStatement } from './statements.ts';

/** By a part of the statement, the reason for a full scan or a sort. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'from "saved" s': 'sorts at most the 5,000 messages that a person saves',
  ') as m join "rooms" r': 'sorts at most the 1,000 rooms of a person',
  ') as "own" where "at" is not null': 'sorts at most the 1,000 rooms of a person',
  'order by n."createdAt" desc, r."id" limit': 'sorts at most the 1,000 rooms of a person',
  'delete from "pushed" where true': 'once for a new history of the data, which has no such rows',
  'delete from "push_people" where true': 'once for a new history of the data, which has no such rows',
  'insert into "notify_rooms" ("roomId", "seq") select "id", "seq" from "rooms" where true':
    'once for a new history of the data, a row a room',
  'update "notify_rooms" set "seq" = (select r."seq" from "rooms" r where r."id" = "notify_rooms"."roomId"),':
    'once for a new history of the data, a row a room',
  'delete from "logo_pictures"': 'has the pictures of one logo',
};

/** `listPreparedStatements` has one placeholder for all values, without a number. */
function numberValues(sql: string): string {
  return sql.replaceAll('?', `$${countPlaceholders(sql) + 1}`);
}

function countPlaceholders(sql: string): number {
  return Math.max(0, ...[...sql.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
}

/** Returns a function that explains a statement with placeholders, for any values. */
async function createExplainer() {
  const url = await createDatabase(inject('postgresUrl'), `test_${randomUUID()}`);
  onTestFinished(() => dropDatabase(url));
  const connection = await PostgresConnection.open(url);
  await migrate(createConnectionDb(connection));
  await connection.close();
  const client = new Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  // Then a plan has them only if no index serves.
  await client.query('set enable_seqscan = off; set enable_sort = off');
  await client.query('set plan_cache_mode = force_generic_plan');
  return async (sql: string) => {
    const values = Array.from({ length: countPlaceholders(sql) }, () => 'null');
    await client.query(`prepare "explained" as ${sql}`);
    const result = await client.query<{ 'QUERY PLAN': string }>(
      `explain execute "explained"${values.length > 0 ? `(${values.join(', ')})` : ''}`,
    );
    await client.query('deallocate "explained"');
    return result.rows.map(row => row['QUERY PLAN']);
  };
}

const SERVER = join(import.meta.dirname, '..', '..');

/** Each statement registers itself when its module loads. */
async function loadStatements(): Promise<void> {
  for (const path of globSync('**/*.ts', {
    cwd: SERVER,
    exclude: ['**/*.test.ts', '**/sqlite/**', 'testing/**'],
  })) {
    const file = join(SERVER, path);
    if (/from '.*\/prepared\.ts'/.test(readFileSync(file, 'utf8'))) await import(file);
  }
}

test('every prepared statement finds its rows by an index', async () => {
  const explain = await createExplainer();
  await loadStatements();
  const statements = listPreparedStatements().map(sql => toStatement(numberValues(sql)).text);
  expect(statements.length).toBeGreaterThan(30);
  const bad: string[] = [];
  for (const sql of statements) {
    const plan = await explain(sql);
    const isNamed = Object.keys(EXCEPTIONS).some(part => sql.includes(part));
    if (!isNamed && plan.some(line => /Seq Scan|Sort /.test(line))) bad.push([sql, ...plan].join('\n'));
  }
  expect(bad).toEqual([]);
});
