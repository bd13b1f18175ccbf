import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { createDatabase, dropDatabase } from '@snug/testkit/postgres/postgres-server.ts';
import { Client } from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../testing/database.ts';
import { openStore } from '../open.ts';

/** Longer than a migration waits for a lock. */
const HELD_MS = 700;

test('a migration waits for the transactions of other servers without failing theirs', async () => {
  const databaseUrl = await createDatabase(inject('postgresUrl'), `test_${randomUUID()}`);
  onTestFinished(() => dropDatabase(databaseUrl));
  const open = () =>
    openStore({ data: temporaryFolder(), databaseUrl, onFatalError: () => {}, prepare: async () => {} });
  await (await open()).store.close();
  const other = new Client({ connectionString: databaseUrl });
  await other.connect();
  onTestFinished(() => other.end());
  await other.query(`drop table "visits", "nodes", "rates"`);
  await other.query(`delete from "kysely_migration" where "name" = '0002-nodes'`);
  await other.query('begin');
  await other.query('lock table "meta" in exclusive mode');
  const opening = open();
  await wait(HELD_MS);
  // The migration has created the table and given way.
  await other.query('create table "nodes" ("id" text); drop table "nodes"');
  await other.query('commit');
  const { store } = await opening;
  await store.close();
  const { rows } = await other.query(`select "name" from "kysely_migration" order by 1`);
  expect(rows.map(({ name }) => name)).toContain('0002-nodes');
});
