import { type FindCursor, MAX_FOUND_PEOPLE } from '@snug/protocol';
import { createNameIndex } from '../../db/name-index.ts';
import type { NameSearchInput } from '../../db/name-search.ts';
import type { Db } from '../../db/schema.ts';

const INDEX = createNameIndex({
  table: 'users',
  keyTable: 'people_names',
  idColumn: 'userId',
  maxResults: MAX_FOUND_PEOPLE,
});

export const { store: indexPersonName, remove: removePersonName } = INDEX;

export async function findPersonIds(
  db: Db,
  input: NameSearchInput,
): Promise<{ uids: readonly string[]; next?: FindCursor }> {
  const { ids: uids, ...next } = await INDEX.find(db, input);
  return { uids, ...next };
}
