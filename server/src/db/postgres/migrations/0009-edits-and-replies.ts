import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `alter table "messages" add column "revision" integer, add column "editedAt" bigint, add column "editIds" text,
    add column "replyTo" text collate "C", add column "rootId" text collate "C"`,
  `create index "messages_conversation" on "messages" ("roomId", "rootId", "seq")
    where "rootId" is not null and "deletedAt" is null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
