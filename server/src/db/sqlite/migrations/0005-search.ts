import { type Kysely, sql } from 'kysely';

/** Stores no second copy of the texts: row ids come from the room's number and the seq. */
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
