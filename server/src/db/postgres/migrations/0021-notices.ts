import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `alter table "messages" add column "notice" text collate "C"`,
  `create table "pending_publications" (
    "id" text collate "C" not null primary key,
    "publication" text not null
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
