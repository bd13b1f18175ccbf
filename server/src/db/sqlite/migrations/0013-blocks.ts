import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `create table "blocks" (
    "userId" text not null references "users" on delete cascade,
    "blockedId" text not null references "users" on delete cascade,
    constraint "blocks_key" primary key ("userId", "blockedId")
  ) without rowid`,
  `create index "blocks_blocked" on "blocks" ("blockedId")`,
  `create table "block_versions" (
    "userId" text not null primary key references "users" on delete cascade,
    "version" integer not null
  ) without rowid`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
