import type { TestProject } from 'vitest/node';
import { PostgresServer } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of a PostgreSQL server whose role may create databases. */
    postgresUrl: string;
  }
}

/** `SNUG_TEST_POSTGRES` can be the URL of another server, which runs already. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const chosen = process.env.SNUG_TEST_POSTGRES;
  if (chosen?.includes('://')) {
    project.provide('postgresUrl', chosen);
    return undefined;
  }
  const server = await PostgresServer.start();
  project.provide('postgresUrl', server.getUrl());
  return () => server.remove();
}
