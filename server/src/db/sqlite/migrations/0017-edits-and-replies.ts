import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `alter table "messages" add column "revision" integer`,
  `alter table "messages" add column "editedAt" bigint`,
  `alter table "messages" add column "editIds" text`,
  `alter table "messages" add column "replyTo" text`,
  `alter table "messages" add column "rootId" text`,
  `create index "messages_conversation" on "messages" ("roomId", "rootId", "seq")
    where "rootId" is not null and "deletedAt" is null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
