import { randomUUID } from 'node:crypto';
import { createDatabase, dropDatabase } from '@snug/testkit/postgres/postgres-server.ts';
import { sql } from 'kysely';
import { Client } from 'pg';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { openStore } from '../db/open.ts';
import type { Store } from '../db/store.ts';
import { RELEASE } from '../release.ts';
import { isOnPostgres, temporaryFolder } from '../testing/database.ts';
import { registerNode, releaseNode } from './node-store.ts';
import { raiseOldestRelease } from './oldest-release.ts';

const NEXT = '999.0.0';

async function openTestStore(databaseUrl: string): Promise<Store> {
  const fatal = async () => {};
  const options = { data: temporaryFolder(), databaseUrl, onFatalError: fatal, prepare: fatal };
  const { store } = await openStore(options);
  onTestFinished(() => store.close());
  return store;
}

async function createTestDatabase() {
  const url = await createDatabase(inject('postgresUrl'), `test_${randomUUID()}`);
  onTestFinished(() => dropDatabase(url));
  return { url, store: await openTestStore(url) };
}

describe.runIf(isOnPostgres)('the oldest permitted release', () => {
  test('it rises only if no server of an older release is alive', async () => {
    const { store } = await createTestDatabase();
    await registerNode(store.read, 'one', RELEASE);
    await expect(raiseOldestRelease(store.read, NEXT)).rejects.toThrow(RELEASE);
    await releaseNode(store.read, 'one', -1);
    await raiseOldestRelease(store.read, RELEASE);
    await registerNode(store.read, 'one', RELEASE);
  });

  test('a frozen server of an older release can do nothing afterwards, and no other one starts', async () => {
    const { url, store } = await createTestDatabase();
    const frozen = new Client({ connectionString: url, application_name: 'snug 0.0.1' });
    frozen.on('error', () => {});
    await frozen.connect();
    await frozen.query('begin');
    await raiseOldestRelease(store.read, RELEASE);
    await expect(frozen.query('commit')).rejects.toThrow(/terminat|connection error/);
    expect(await sql`select 1`.execute(store.read)).toBeDefined();
    await raiseOldestRelease(store.read, NEXT).catch(() => undefined);
    await expect(openTestStore(url)).rejects.toThrow(`The database needs Snug ${NEXT} or newer, and this is`);
    await expect(registerNode(store.read, 'two', RELEASE)).rejects.toThrow('The database needs');
  });

  test('a server does not register while the oldest release rises', async () => {
    const { url, store } = await createTestDatabase();
    // Opens the connection.
    await sql`select 1`.execute(store.read);
    const raising = new Client({ connectionString: url });
    await raising.connect();
    onTestFinished(() => raising.end());
    await raising.query('begin');
    await raising.query(`select 1 from "meta" where "key" = 'oldestVersion' for update`);
    const raise = async () => {
      await raising.query(`update "meta" set "value" = '${NEXT}' where "key" = 'oldestVersion'`);
      await raising.query('commit');
    };
    await Promise.all([
      expect(registerNode(store.read, 'one', RELEASE)).rejects.toThrow(
        `needs a newer release of Snug than ${RELEASE}`,
      ),
      raise(),
    ]);
  });
});
