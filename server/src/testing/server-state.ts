import { type ServerStateOptions, ServerStateReader } from '../admin/server-state/server-state.ts';
import { readDatabaseBytes } from '../db/open.ts';
import type { Db } from '../db/schema.ts';
import { NOW } from './database.ts';
import { isOnPostgres } from './select-engine.ts';

/** Of a server that started five seconds ago. */
export function createServerState(read: Db, changes: Partial<ServerStateOptions> = {}): ServerStateReader {
  const engine = isOnPostgres ? 'postgres' : 'sqlite';
  return new ServerStateReader({
    engine,
    readDatabaseBytes: () => readDatabaseBytes(read, engine),
    startedAt: NOW - 5_000,
    settings: [],
    read,
    now: () => NOW,
    diskSpace: async () => ({ total: 1_000, free: 10 }),
    jobs: { listFailed: () => [] },
    bus: {},
    ...changes,
  });
}
