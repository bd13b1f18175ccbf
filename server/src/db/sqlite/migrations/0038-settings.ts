import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `create table "settings" (
    "name" text not null primary key,
    "value" text not null,
    "version" integer not null,
    "changedBy" text not null,
    "changedAt" bigint not null
  ) without rowid`,
  `alter table "audit" add column "setting" text`,
  `alter table "audit" add column "before" text`,
  `alter table "audit" add column "after" text`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
