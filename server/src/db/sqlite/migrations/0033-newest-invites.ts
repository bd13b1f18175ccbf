import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index "invites_newest" on "invites" ("createdAt", "id", "expiresAt")
    where "revokedAt" is null and "uses" < "maxUses"`.execute(db);
}
