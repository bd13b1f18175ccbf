import { PostgresServer } from '@snug/testkit/postgres/postgres-server.ts';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { onTestFinished } from 'vitest';

/** The settings of servers that share a new database on PostgreSQL, which ends with the test. */
export async function createDatabaseSettings(): Promise<NodeJS.ProcessEnv> {
  const database = await PostgresServer.start();
  onTestFinished(() => database.remove());
  return { DATABASE_URL: await database.createDatabase(), SNUG_SECRET: 's'.repeat(32) };
}

/** The server ends with the test. */
export async function startServer(settings: NodeJS.ProcessEnv = {}): Promise<ServerProcess> {
  const server = await ServerProcess.start({ settings });
  onTestFinished(() => server.remove());
  return server;
}

/** Two servers on PostgreSQL, or a single one under both names. */
export async function startServers(isCluster: boolean) {
  const settings = isCluster ? await createDatabaseSettings() : {};
  const one = await startServer(settings);
  return { one, two: isCluster ? await startServer(settings) : one, settings };
}
