import { type Kysely, sql } from 'kysely';

/** Positions name the part of history that they belong to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The one under which the room's last step was made; empty before the first one that was noted.
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
