import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `create table "outside_mentions" (
    "userId" text not null primary key references "users" on delete cascade,
    "times" text not null
  ) without rowid`,
  `drop index "mentions_outside"`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
