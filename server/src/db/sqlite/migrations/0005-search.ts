import { type Kysely, sql } from 'kysely';

/**
 * The words of messages, and how far each room's are in it. SQLite's own kind of index (FTS5), without a second copy of what was
 * said: a message stands in it under the number of its room and its seq. `secure-delete`: what is taken out leaves nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('indexed_rooms')
    .addColumn('number', 'integer', column => column.primaryKey())
    .addColumn('roomId', 'text', column => column.notNull().unique().references('rooms.id'))
    .addColumn('seq', 'bigint', column => column.notNull())
    .execute();
  await sql`create virtual table "message_words" using fts5(
    "text", content='', tokenize='unicode61 remove_diacritics 2'
  )`.execute(db);
  await sql`insert into "message_words" ("message_words", rank) values ('secure-delete', 1)`.execute(db);
}
