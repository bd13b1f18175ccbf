import type { Db } from '../../../db/schema.ts';
import type { ImportedPerson } from '../import-source.ts';
import type { PeopleHere } from './decision.ts';

/** `source`: as `import_people` names it. Undefined `read`: there is no database yet. */
export function createPeopleHere(read: Db | undefined, source: string): PeopleHere {
  if (!read) return { findImported: async () => undefined, findByEmail: async () => undefined };
  const hasId = async (id: string) =>
    (await read.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst())?.id;
  return {
    async findImported(person: ImportedPerson) {
      const known = await read
        .selectFrom('import_people')
        .select('userId')
        .where('source', '=', source)
        .where('sourceId', '=', person.sourceId)
        .executeTakeFirst();
      // An import that was interrupted has made the account, or the archive is an export of this Snug: ids are derived or kept.
      return known?.userId ?? hasId(person.id);
    },
    async findByEmail(email) {
      const found = await read
        .selectFrom('users')
        .select(['id', 'emailVerified'])
        .where('email', '=', email)
        .executeTakeFirst();
      return found && { uid: found.id, isConfirmed: Number(found.emailVerified) === 1 };
    },
  };
}
