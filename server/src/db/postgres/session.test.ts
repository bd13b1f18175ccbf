import { PostgresServer } from '@snug/testkit/postgres/postgres-server.ts';
import { expect, onTestFinished, test } from 'vitest';
import { ConnectionError } from './errors.ts';
import { PostgresConnection } from './postgres-connection.ts';

async function readIdentity(url: string) {
  const connection = await PostgresConnection.open(url);
  await connection.close();
  return connection.identity;
}

test('a restart of the database server begins an incarnation of the same history, and another server another history', async () => {
  const server = await PostgresServer.start();
  onTestFinished(() => server.remove());
  const first = await readIdentity(server.getUrl());
  expect(await readIdentity(server.getUrl())).toEqual(first);
  await server.kill();
  await server.start();
  const second = await readIdentity(server.getUrl());
  expect(second.history).toBe(first.history);
  expect(second.incarnation).not.toBe(first.incarnation);
  const other = await PostgresServer.start();
  onTestFinished(() => other.remove());
  expect((await readIdentity(other.getUrl())).history).not.toBe(first.history);
});

test('a standby is refused until its promotion, which begins another history', async () => {
  const primary = await PostgresServer.start();
  onTestFinished(() => primary.remove());
  const before = await readIdentity(primary.getUrl());
  await primary.stop();
  const standby = await PostgresServer.start({ from: primary.stopped, primaryPort: primary.port });
  onTestFinished(() => standby.remove());
  await expect(readIdentity(standby.getUrl())).rejects.toThrow(ConnectionError);
  await expect(readIdentity(standby.getUrl())).rejects.toThrow('the server is a standby');
  await standby.promote();
  expect((await readIdentity(standby.getUrl())).history).not.toBe(before.history);
});

test('commits are durable even if the role’s are not, and a hanging server cannot hold locks for long', async () => {
  const server = await PostgresServer.start({ settings: { synchronous_commit: 'off' } });
  onTestFinished(() => server.remove());
  const connection = await PostgresConnection.open(server.getUrl());
  const { rows } = await connection.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings where name = any($1) order by name collate "C"`,
    [['synchronous_commit', 'lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout']],
  );
  await connection.close();
  expect(rows).toEqual([
    { name: 'idle_in_transaction_session_timeout', setting: '3000' },
    { name: 'lock_timeout', setting: '2000' },
    { name: 'statement_timeout', setting: '5000' },
    { name: 'synchronous_commit', setting: 'on' },
  ]);
});
