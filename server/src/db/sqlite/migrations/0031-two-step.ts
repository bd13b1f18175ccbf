import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `create table "two_step" (
    "userId" text not null primary key references "users" on delete cascade,
    "secret" text not null,
    "confirmedAt" bigint,
    "lastStep" bigint not null
  ) without rowid`,
  `create table "recovery_codes" (
    "userId" text not null references "users" on delete cascade,
    "hash" text not null,
    constraint "recovery_codes_key" primary key ("userId", "hash")
  ) without rowid`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
