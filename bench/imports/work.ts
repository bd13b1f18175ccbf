import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { allowLongTransactions } from '@snug/server/backup/long-transactions.ts';
import { newId } from '@snug/server/base/ids.ts';
import { openDatabaseServer, openDataFolder } from '@snug/server/db/open.ts';
import { migrate } from '@snug/server/db/postgres/migrate.ts';
import type { Db } from '@snug/server/db/schema.ts';
import { DiskStorage } from '@snug/server/files/storage/disk.ts';
import { applyImport } from '@snug/server/moving/import/apply/apply-import.ts';
import { type ArchiveCounts, createLargeArchive } from './large-archive.ts';

/** What a process of its own stores, so that its memory and its processor time count alone. */
export interface ImportTask extends ArchiveCounts {
  /** For the files, and the database unless there is a `url`. */
  data: string;
  url: string;
}

const task = JSON.parse(process.argv[2] ?? '') as ImportTask;
const { data, url } = task;
const opened = url === '' ? await openDataFolder(data) : await openServer();
const folder = join(data, 'scratch');
mkdirSync(folder, { recursive: true });
const source = createLargeArchive(task);
const owner = await addOwner(opened.db);
const faults = await applyImport({
  db: opened.db,
  engine: url === '' ? 'sqlite' : 'postgres',
  storage: new DiskStorage(join(data, 'files')),
  folder,
  source,
  decide: async () => ({ as: 'new' }),
  owner,
  now: () => Date.now(),
});
const imbalances = source.ledger.findImbalances();
await opened.db.destroy();
if (faults.length > 0 || imbalances.length > 0) throw new Error(JSON.stringify({ faults, imbalances }));

async function openServer() {
  const db = await openDatabaseServer(url);
  await migrate(db);
  await allowLongTransactions(db);
  return { db };
}

async function addOwner(db: Db): Promise<string> {
  const id = newId();
  const at = new Date().toISOString();
  const names = { name: 'Owner', email: 'owner@example.com', emailVerified: true };
  // SQLite has no booleans.
  const emailVerified = (url === '' ? 1 : true) as boolean;
  await db
    .insertInto('users')
    .values({ id, ...names, emailVerified, avatar: null, createdAt: at, updatedAt: at })
    .execute();
  return id;
}
