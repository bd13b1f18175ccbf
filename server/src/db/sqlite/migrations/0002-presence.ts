import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('presence')
    .addColumn('userId', 'text', column => column.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('state', 'text', column => column.notNull())
    .addColumn('lastChanged', 'bigint', column => column.notNull())
    .execute();
  await db.schema
    .createTable('room_people')
    .addColumn('roomId', 'text', column => column.notNull().references('rooms.id'))
    .addColumn('userId', 'text', column => column.notNull().references('users.id'))
    .addColumn('messageCount', 'integer', column => column.notNull())
    .addColumn('lastSeq', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('room_people_key', ['roomId', 'userId'])
    .execute();
  await sql`insert into "room_people" ("roomId", "userId", "messageCount", "lastSeq")
    select "roomId", "authorId", count(*), max("seq") from "messages" where "deletedAt" is null
    group by "roomId", "authorId"`.execute(db);
}
