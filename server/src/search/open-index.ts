import type { Clock } from '../base/clock.ts';
import type { DatabaseLocation } from '../db/open.ts';
import type { SearchIndex } from './search-index.ts';
import { removeSearchFiles } from './sqlite/search-file.ts';
import { SqliteIndex } from './sqlite/sqlite-index.ts';

export interface IndexOptions extends DatabaseLocation {
  /** The secret of the workspace. */
  secret: string;
  /** The store's time. */
  now: () => number;
  clock: Clock;
  onFailure: (error: unknown) => void;
}

/** The index of the engine that the settings choose. */
export async function openIndex({ data, databaseUrl, ...options }: IndexOptions): Promise<SearchIndex> {
  const { clock, onFailure } = options;
  if (databaseUrl === undefined) return new SqliteIndex({ data, setTimer: clock.setTimer, onFailure });
  const { PostgresIndex } = await import('./postgres/postgres-index.ts');
  return new PostgresIndex({ ...options, url: databaseUrl });
}

/** Of a server that has no search any more. On a database server, the rows stay for the other nodes. */
export function removeIndex({ data, databaseUrl }: DatabaseLocation): undefined {
  if (databaseUrl === undefined) removeSearchFiles(data);
}
