import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `alter table "users" add column "deletedAt" bigint`,
  `create table "account_deletions" (
    "userId" text collate "C" primary key,
    "requestedAt" bigint not null,
    "erasesWords" integer,
    "roomId" text collate "C" not null default '',
    "seq" bigint not null default 0
  )`,
  `create index "account_deletions_first" on "account_deletions" ("requestedAt", "userId")`,
  `create index "members_seniority" on "members" ("roomId", (coalesce("joinedAt", 0)), "userId")
    where "role" is not null and "request" is null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
