import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table "account_notices" add column "sessionId" text`).execute(db);
}
