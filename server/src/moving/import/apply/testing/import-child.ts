import { join } from 'node:path';
import { openDatabase, openDatabaseServer } from '../../../../db/open.ts';
import { DiskStorage } from '../../../../files/storage/disk.ts';
import { applyImport } from '../apply-import.ts';
import { decideAllNew, generateArchive, toSource } from './generated-archive.ts';

/** What a process that a test kills imports. */
export interface ChildTask {
  /** With the database, unless there is a `url`. */
  folder: string;
  url: string;
  owner: string;
  seed: number;
  messages: number;
  now: number;
}

const task = JSON.parse(process.argv[2] ?? '') as ChildTask;
const { folder, url, owner, seed, messages, now } = task;
const db = url === '' ? openDatabase(folder) : await openDatabaseServer(url);
process.stdout.write('began\n');
const faults = await applyImport({
  db,
  engine: url === '' ? 'sqlite' : 'postgres',
  storage: new DiskStorage(join(folder, 'files')),
  folder: join(folder, 'scratch'),
  source: toSource(generateArchive(seed, { messages, rooms: 9 })),
  decide: decideAllNew,
  owner,
  now: () => now,
});
await db.destroy();
process.exitCode = faults.length;
