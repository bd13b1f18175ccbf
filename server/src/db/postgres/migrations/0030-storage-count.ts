import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index "files_counted" on "files" ("roomId", "id") where "state" = 'sent'`.execute(db);
}
