import { sql } from 'kysely';
import { getErrorMessage } from '../base/error-detail.ts';
import { openDatabase } from '../db/open.ts';
import type { Db } from '../db/schema.ts';
import type { FileStorage } from '../files/storage/storage.ts';

const PAGE_SIZE = 500;

export interface RemovedFiles {
  count: number;
  bytes: number;
  /** Why the others are still stored. */
  problem?: string;
}

interface NewKey {
  id: string;
  key: string;
  bytes: number;
}

/**
 * After a rollback of an import: removes the bytes that only the replaced database knows, those of imported files and of pictures of new
 * people. `folder`: of the replaced database. Files that people have sent since stay. Never rejects, because the database is back already.
 */
export async function removeImportedFiles(
  folder: string,
  snapshot: string,
  storage: Pick<FileStorage, 'remove'>,
): Promise<RemovedFiles> {
  const removed = { count: 0, bytes: 0 };
  try {
    await removeAll(folder, snapshot, async ({ key, bytes }) => {
      await storage.remove(key);
      removed.count++;
      removed.bytes += bytes;
    });
    return removed;
  } catch (error) {
    return { ...removed, problem: getErrorMessage(error) };
  }
}

async function removeAll(
  folder: string,
  snapshot: string,
  remove: (file: NewKey) => Promise<void>,
): Promise<void> {
  const db = openDatabase(folder, { readOnly: true });
  try {
    await sql`attach ${snapshot} as snapshot`.execute(db);
    for (const readPage of [readFiles, readAvatars])
      for (let after: string | undefined = ''; after !== undefined; ) {
        const keys: NewKey[] = await readPage(db, after);
        for (const key of keys) await remove(key);
        after = keys.length === PAGE_SIZE ? keys.at(-1)?.id : undefined;
      }
  } finally {
    await db.destroy();
  }
}

async function readFiles(db: Db, after: string): Promise<NewKey[]> {
  const { rows } = await sql<NewKey>`select f.id, f.key, f.size as bytes from main.files f
    where f.imported = 1 and f.id > ${after} and not exists (select 1 from snapshot.files s where s.id = f.id)
    order by f.id limit ${PAGE_SIZE}`.execute(db);
  return rows;
}

async function readAvatars(db: Db, after: string): Promise<NewKey[]> {
  const { rows } = await sql<NewKey>`select u.id, substr(u.avatar, 2) as key, 0 as bytes from main.users u
    where u.avatar like '/avatars/%' and u.id > ${after} and not exists (select 1 from snapshot.users s where s.id = u.id)
      and exists (select 1 from main.import_people i where i."userId" = u.id)
    order by u.id limit ${PAGE_SIZE}`.execute(db);
  return rows;
}
