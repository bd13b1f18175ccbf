import { randomUUID } from 'node:crypto';
import { createDatabase, dropDatabase } from '@snug/testkit/postgres/postgres-server.ts';
import { sql } from 'kysely';
import { Client } from 'pg';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { RELEASE } from '../../base/release.ts';
import { openStore } from '../../commands/open-store.ts';
import type { Store } from '../../db/store.ts';
import { createRoomJob, isOnPostgres, temporaryFolder } from '../../testing/database.ts';
import { registerNode, releaseNode } from './node-store.ts';
import { raiseOldestRelease } from './oldest-release.ts';

const NEXT = '999.0.0';

async function openTestStore(
  databaseUrl: string,
  onRefused: (error: unknown) => void = () => {},
): Promise<Store> {
  const ignore = async () => {};
  const options = { data: temporaryFolder(), databaseUrl, onFatalError: ignore, onRefused, prepare: ignore };
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
    await expect(registerNode(store.read, 'two', RELEASE)).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('M4 a server of an older release whose connections end fails retryably, and learns the reason', async () => {
    const { url, store: admin } = await createTestDatabase();
    const refusals: unknown[] = [];
    const store = await openTestStore(url, error => refusals.push(String(error)));
    await sql`select 1`.execute(store.read);
    await sql`update "meta" set "value" = ${NEXT} where "key" = 'oldestVersion'`.execute(admin.read);
    await sql`select pg_terminate_backend("pid") from pg_stat_activity
      where "datname" = current_database() and "pid" <> pg_backend_pid()`.execute(admin.read);
    await expect(sql`select 1`.execute(store.read)).rejects.toMatchObject({ code: 'unavailable' });
    const [outcome] = await store.runBatch([createRoomJob('ann')]);
    expect(outcome).toMatchObject({ error: { code: 'unavailable' } });
    await expect(store.listen?.({ onPayload: () => {}, onLost: () => {} })).rejects.toThrow(NEXT);
    expect(new Set(refusals)).toEqual(
      new Set([`StartError: The database needs Snug ${NEXT} or newer, and this is ${RELEASE}.`]),
    );
  });

  test('a server starts on the newer schema of the next release', async () => {
    const { url, store } = await createTestDatabase();
    await sql`insert into "kysely_migration" values ('9999-next', '2100-01-01')`.execute(store.read);
    await registerNode((await openTestStore(url)).read, 'one', RELEASE);
    await sql`insert into "kysely_migration" values ('0000-unknown', '2100-01-01')`.execute(store.read);
    await expect(openTestStore(url)).rejects.toThrow('0000-unknown is missing');
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
