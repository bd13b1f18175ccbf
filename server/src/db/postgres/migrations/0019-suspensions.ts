import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `create table "suspensions" (
    "userId" text collate "C" not null primary key references "users" on delete cascade,
    "at" bigint not null
  )`,
  `create index "users_joined" on "users" ("createdAt", "id") where "deletedAt" is null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
