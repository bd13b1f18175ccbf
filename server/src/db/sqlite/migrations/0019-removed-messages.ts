import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `alter table "messages" add column "removed" integer`,
  `create index "messages_removed" on "messages" ("roomId", "seq") where "removed" is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
