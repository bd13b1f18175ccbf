import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await dropWords(db);
  // Pages and the last message of a room must not scan deleted messages.
  await sql`create index "messages_live" on "messages" ("roomId", "seq", "authorId")
    where "deletedAt" is null`.execute(db);
  await countWriters(db);
  await accounts(db);
}

async function dropWords(db: Kysely<unknown>): Promise<void> {
  // Otherwise texts of deleted messages would remain in free pages of the file.
  await sql`pragma secure_delete = on`.execute(db);
  await db.schema.dropTable('message_words').execute();
  await db.schema.dropTable('indexed_rooms').execute();
  await sql`pragma secure_delete = off`.execute(db);
}

async function countWriters(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('rooms')
    .addColumn('writerCount', 'integer', column => column.notNull().defaultTo(0))
    .execute();
  await sql`update "rooms" set "writerCount" = (
    select count(*) from "room_people" p where p."roomId" = "rooms"."id" and p."messageCount" > 0
  )`.execute(db);
}

/** The accounts library sorts verifications and deletes old ones. Snug sorts the sessions of a person. */
async function accounts(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('verifications_identifier').execute();
  await db.schema
    .createIndex('verifications_identifier')
    .on('verifications')
    .columns(['identifier', 'createdAt'])
    .execute();
  await db.schema.createIndex('verifications_over').on('verifications').column('expiresAt').execute();
  await db.schema.dropIndex('sessions_user').execute();
  await db.schema.createIndex('sessions_user').on('sessions').columns(['userId', 'createdAt']).execute();
}
