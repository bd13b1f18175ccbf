import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index "reactions_emoji" on "reactions" ("roomId", "messageId", "emoji", "userId")`.execute(
    db,
  );
}
