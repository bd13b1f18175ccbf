import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `alter table "members" add column "request" text`,
  `drop index "members_joined"`,
  `create index "members_joined" on "members" ("userId", "roomId") where "role" is not null and "request" is null`,
  `create index "members_requests" on "members" ("userId", "roomId") where "request" = 'waiting'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
