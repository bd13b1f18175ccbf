import { type FileHandle, open } from 'node:fs/promises';
import { createClaimLinks } from '../../../account/claims/claim-links.ts';
import { getErrorCode } from '../../../base/start-error.ts';
import type { Db } from '../../../db/schema.ts';
import { ImportError } from '../import-error.ts';
import { formatClaimLink } from '../store-owner.ts';
import { formatCsv } from './csv.ts';

const PAGE_SIZE = 1_000;

/** A new file, before the import: then a path that cannot be written stops it. Throws an `ImportError`. */
export async function createClaimList(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx', 0o600);
  } catch (error) {
    const code = getErrorCode(error);
    throw new ImportError(
      code === 'EEXIST'
        ? `${path} exists already. Name another file with --links.`
        : `${path} cannot be written (${code}). Name another file with --links.`,
    );
  }
}

/** A link for everybody of the archive who can claim an account, except for `without`, whose link is printed. Returns how many. */
export async function writeClaimList(
  file: FileHandle,
  db: Db,
  { sourceKey, origin, now, without }: { sourceKey: string; origin: string; now: number; without: string },
): Promise<number> {
  await file.write(formatCsv([['name', 'email', 'link', 'expires']]));
  let count = 0;
  for (let after = ''; ; ) {
    const people = await db
      .selectFrom('import_people')
      .innerJoin('users', 'users.id', 'import_people.userId')
      .select(['import_people.sourceId', 'users.id', 'users.name', 'users.email'])
      .where('import_people.source', '=', sourceKey)
      .where('import_people.sourceId', '>', after)
      .orderBy('import_people.sourceId')
      .limit(PAGE_SIZE)
      .execute();
    const byUid = new Map(people.map(person => [person.id, person]));
    byUid.delete(without);
    const links = await createClaimLinks(db, [...byUid.keys()], now);
    await file.write(
      formatCsv(
        links.map(({ uid, code, expiresAt }) => {
          const { name = '', email = '' } = byUid.get(uid) ?? {};
          const address = email.endsWith('.invalid') ? '' : email;
          return [name, address, formatClaimLink(origin, code), new Date(expiresAt).toISOString()];
        }),
      ),
    );
    count += links.length;
    const last = people.at(-1)?.sourceId;
    if (last === undefined || people.length < PAGE_SIZE) return count;
    after = last;
  }
}
