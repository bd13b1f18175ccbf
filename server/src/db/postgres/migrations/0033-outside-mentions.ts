import { type Kysely, sql } from 'kysely';

/** The index "mentions_outside" stays for servers of the release before. */
const STATEMENTS = [
  `create table "outside_mentions" (
    "userId" text collate "C" not null primary key references "users" on delete cascade,
    "times" text collate "C" not null
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
