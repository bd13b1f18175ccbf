import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('rooms')
    .addColumn('incarnation', 'text', column => column.notNull().defaultTo(''))
    .execute();
  await db.schema
    .createTable('room_incarnations')
    .addColumn('roomId', 'text', column => column.notNull().references('rooms.id'))
    .addColumn('firstSeq', 'bigint', column => column.notNull())
    .addColumn('incarnation', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('room_incarnations_key', ['roomId', 'firstSeq'])
    .modifyEnd(sql`without rowid`)
    .execute();
}
