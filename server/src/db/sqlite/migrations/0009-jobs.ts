import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('jobs')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('kind', 'text', column => column.notNull())
    .addColumn('key', 'text', column => column.notNull())
    .addColumn('cursor', 'text')
    .addColumn('dueAt', 'bigint', column => column.notNull())
    .addColumn('owner', 'text')
    .addColumn('until', 'bigint')
    .addUniqueConstraint('jobs_kind', ['kind', 'key'])
    .execute();
  await db.schema.createIndex('jobs_due').on('jobs').column('dueAt').execute();
  await sql`create index "files_deleted" on "files" ("id", "key") where "state" = 'deleted'`.execute(db);
  await db.schema.createIndex('sessions_over').on('sessions').column('expiresAt').execute();
}
