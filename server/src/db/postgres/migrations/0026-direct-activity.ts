import { type Kysely, sql } from 'kysely';

/** Private and direct rooms had one kind here. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update "room_activity" set "kind" = 'direct'
    where "roomId" in (select "id" from "rooms" where "kind" = 'direct')`.execute(db);
}
