import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Db } from '../../../../db/schema.ts';
import { DiskStorage } from '../../../../files/storage/disk.ts';
import { addPerson, isOnPostgres, NOW } from '../../../../testing/database.ts';
import type { Fault } from '../../check/check-rooms.ts';
import type { ImportSource } from '../../import-source.ts';
import { applyImport, type ImportOptions } from '../apply-import.ts';
import { MESSAGES, REACTIONS } from '../message-rows.ts';
import { decideAllNew } from './generated-archive.ts';

export interface ImportTarget {
  db: Db;
  folder: string;
  owner: string;
}

/** A person who owns what nobody else could have. */
export async function toTarget({ db, folder }: { db: Db; folder: string }): Promise<ImportTarget> {
  return { db, folder, owner: await addPerson(db, 'Owner') };
}

export async function runImport(
  { db, folder, owner }: ImportTarget,
  source: ImportSource,
  options: Partial<ImportOptions> = {},
): Promise<Fault[]> {
  const scratch = join(folder, 'scratch');
  mkdirSync(scratch, { recursive: true });
  return applyImport({
    db,
    engine: isOnPostgres ? 'postgres' : 'sqlite',
    storage: new DiskStorage(join(folder, 'files')),
    folder: scratch,
    source,
    decide: decideAllNew,
    owner,
    now: () => NOW,
    ...options,
  });
}

/** What two imports of one archive have in common. */
const HASHED: Readonly<Record<string, readonly string[]>> = {
  users: ['name', 'email', 'createdAt', 'guest', 'deletedAt'],
  people_names: ['words', 'userId'],
  suspensions: ['userId', 'at'],
  presence: ['userId', 'state', 'lastChanged'],
  emoji: ['name', 'key', 'version'],
  rooms: [
    'id',
    'name',
    'kind',
    'people',
    'seq',
    'lastMessageSeq',
    'writerCount',
    'guestCount',
    'changedAt',
    'archivedAt',
  ],
  room_activity: ['roomId', 'at'],
  room_names: ['words', 'roomId'],
  members: ['roomId', 'userId', 'role', 'joinedAt', 'messageCount', 'lastSeq'],
  reads: ['userId', 'roomId', 'seq', 'version'],
  messages: MESSAGES.columns,
  reactions: REACTIONS.columns,
  mentions: ['userId', 'roomId', 'seq', 'kind', 'at', 'authorId', 'outside'],
  reply_counts: ['roomId', 'rootId', 'count'],
  files: ['id', 'ownerId', 'roomId', 'name', 'contentType', 'size', 'state', 'createdAt'],
  notify_rooms: ['roomId', 'seq'],
  import_people: ['source', 'sourceId', 'userId'],
  import_rooms: ['source', 'sourceId', 'roomId', 'seq', 'lastAt', 'finished'],
};

export async function hashTables(db: Db, owner: string): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  for (const [table, columns] of Object.entries(HASHED)) {
    const all = sql.join(columns.map(column => sql.ref(column)));
    const { rows } = await sql<Record<string, unknown>>`select ${all} from ${sql.table(table)}`.execute(db);
    const lines = rows
      .map(row => JSON.stringify(Object.values(row)).replaceAll(owner, 'owner'))
      .filter(line => !line.includes('owner@'))
      .toSorted();
    hashes[table] = `${rows.length} ${createHash('sha256').update(lines.join('\n')).digest('hex')}`;
  }
  return hashes;
}
