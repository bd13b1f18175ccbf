import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `create table "two_step" (
    "userId" text collate "C" not null primary key references "users" on delete cascade,
    "secret" text collate "C" not null,
    "confirmedAt" bigint,
    "lastStep" bigint not null
  )`,
  `create table "recovery_codes" (
    "userId" text collate "C" not null references "users" on delete cascade,
    "hash" text collate "C" not null,
    constraint "recovery_codes_key" primary key ("userId", "hash")
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
