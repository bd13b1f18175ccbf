import { type FindCursor, MAX_FOUND_ROOMS, type Room } from '@snug/protocol';
import { createNameIndex } from '../../db/name-index.ts';
import type { NameSearchInput } from '../../db/name-search.ts';
import type { Db } from '../../db/schema.ts';

const INDEX = createNameIndex({
  table: 'rooms',
  keyTable: 'room_names',
  idColumn: 'roomId',
  maxResults: MAX_FOUND_ROOMS,
});

export const { remove: removeName } = INDEX;

/** Only open rooms are findable: the cursor of a search contains words of names. */
export function indexName(
  db: Db,
  { id, name, kind = 'open' }: Pick<Room, 'id' | 'name'> & { kind?: Room['kind'] | 'open' },
): Promise<void> {
  return kind === 'open' ? INDEX.store(db, id, name) : INDEX.fold(db, id, name);
}

/** Finds open rooms. */
export async function findRoomIds(
  db: Db,
  input: NameSearchInput,
): Promise<{ roomIds: readonly string[]; next?: FindCursor }> {
  const { ids: roomIds, ...next } = await INDEX.find(db, input);
  return { roomIds, ...next };
}
