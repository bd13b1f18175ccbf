import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `alter table "members" add column "favourite" integer`,
  `alter table "members" add column "muted" integer`,
  `alter table "members" add column "hiddenSeq" bigint`,
  `create index "members_favourites" on "members" ("userId", "roomId") where "favourite" is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
