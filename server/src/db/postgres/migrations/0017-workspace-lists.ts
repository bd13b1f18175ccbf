import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index "rooms_archived" on "rooms" ("kind", "archivedAt", "id") where "archivedAt" is not null`.execute(
    db,
  );
}
