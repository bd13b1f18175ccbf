import type { Clock } from '../base/clock.ts';
import type { DatabaseLocation } from '../db/open.ts';
import type { ThreadIndex } from './search-index.ts';
import { removeSearchFiles } from './sqlite/search-file.ts';
import { SqliteIndex } from './sqlite/sqlite-index.ts';

export interface IndexOptions extends DatabaseLocation {
  /** The secret of the workspace. */
  secret: string;
  clock: Pick<Clock, 'setTimer'>;
  onFailure: (error: unknown) => void;
}

/** The index of the engine that the settings choose. */
export async function openIndex({
  data,
  databaseUrl,
  secret,
  clock: { setTimer },
  onFailure,
}: IndexOptions): Promise<ThreadIndex> {
  if (databaseUrl === undefined) return new SqliteIndex({ data, setTimer, onFailure });
  const { PostgresIndex } = await import('./postgres/postgres-index.ts');
  return new PostgresIndex({ url: databaseUrl, secret, setTimer, onFailure });
}

/** Of a server that has no search any more. On a database server, all nodes have the same setting. */
export async function removeIndex(
  { data, databaseUrl }: DatabaseLocation,
  onFailure: (error: unknown) => void,
): Promise<void> {
  if (databaseUrl === undefined) return removeSearchFiles(data);
  const { emptyTables } = await import('./postgres/empty-tables.ts');
  await emptyTables(databaseUrl).catch(onFailure);
}
