import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `create table "reads" (
    "userId" text collate "C" not null references "users" on delete cascade,
    "roomId" text collate "C" not null,
    "seq" bigint not null,
    "version" bigint not null,
    "migrated" integer,
    constraint "reads_key" primary key ("userId", "roomId")
  )`,
  // The marks of browsers replace these.
  `insert into "reads" ("userId", "roomId", "seq", "version", "migrated")
    select m."userId", m."roomId", r."seq", 1, 1 from "members" m join "rooms" r on r."id" = m."roomId"
    where m."role" is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
