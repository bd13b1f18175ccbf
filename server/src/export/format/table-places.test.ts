import { expect, test } from 'vitest';
import { temporaryDatabase } from '../../testing/database.ts';
import { OMITTED_TABLES, TABLE_PLACES } from './table-places.ts';

test('each table has a place in the format, or a reason to have none', async () => {
  const { db } = await temporaryDatabase();
  const tables = await db.introspection.getTables();
  // SQLite stores an index of texts in tables of its own.
  const own = tables
    .map(({ name }) => name)
    .filter(name => !/^(sqlite_|search_messages_|kysely_)/.test(name));
  const known = [...Object.keys(TABLE_PLACES), ...Object.keys(OMITTED_TABLES)];
  expect(own.filter(name => !known.includes(name))).toEqual([]);
  expect(known.filter((name, index) => known.indexOf(name) !== index)).toEqual([]);
  // The other engine has some tables alone.
  const isAlone = (name: string) =>
    ['search_rooms', 'search_messages', 'rates', 'nodes', 'visits'].includes(name);
  expect(known.filter(name => !own.includes(name) && !isAlone(name))).toEqual([]);
});
