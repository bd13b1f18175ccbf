import { type Kysely, sql } from 'kysely';

// With the columns of its condition, the index alone lists the rooms of a person.
const STATEMENTS = [
  `drop index "members_joined"`,
  `create index "members_joined" on "members" ("userId", "roomId", "role", "request")
    where "role" is not null and "request" is null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
