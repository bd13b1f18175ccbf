import { sql } from 'kysely';
import { inject, onTestFinished } from 'vitest';
import type { Db } from '../db/schema.ts';
import type { SearchIndex } from '../search/search-index.ts';
import { Finder } from '../search/sqlite/finder.ts';
import { Follower } from '../search/sqlite/follower.ts';
import { MessageSource } from '../search/sqlite/message-source.ts';
import { SearchFile } from '../search/sqlite/search-file.ts';
import { isOnPostgres } from './database.ts';
import { INDEX_CLOCK } from './indexed-workspace.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface EngineIndex extends Pick<SearchIndex, 'find'> {
  /** Indexes everything. */
  settle(): Promise<void>;
}

/** The index of the tested engine, without its threads and timers. It ends with the test. */
export function openEngineIndex(db: Db, now: () => number): Promise<EngineIndex> {
  return isOnPostgres ? openOnPostgres(db) : openInFile(db, now);
}

/** Until nothing is left to do. */
export async function settleFollower(follower: Follower): Promise<void> {
  const takeStep = async () =>
    (await follower.applyChanges()) ||
    (await follower.compareRooms()) ||
    (await follower.removeRooms()) ||
    follower.buildSome();
  while (await takeStep());
}

async function openInFile(db: Db, now: () => number): Promise<EngineIndex> {
  const file = SearchFile.openForWrites(temporaryFolder(), 'epoch');
  onTestFinished(() => file.close());
  const follower = new Follower(file, new MessageSource(db), now);
  const finder = new Finder(file);
  return {
    find: query => finder.find(query, { waiting: [], isCompared: true }, { next: async () => false, now }),
    async settle() {
      follower.compareAgain();
      await settleFollower(follower);
    },
  };
}

async function openOnPostgres(db: Db): Promise<EngineIndex> {
  const { NodeIndex } = await import('../search/postgres/node-index.ts');
  const { rows } = await sql<{ name: string }>`select current_database() as "name"`.execute(db);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${rows[0]?.name}`;
  const index = new NodeIndex({
    url: url.href,
    secret: 'x'.repeat(32),
    clock: INDEX_CLOCK,
    readLoad: () => 0,
    onFailure: error => {
      throw error;
    },
  });
  onTestFinished(() => index.close());
  return {
    find: (query, deadline) => index.find(query, deadline),
    async settle() {
      index.compare();
      await index.whenIdle();
    },
  };
}
