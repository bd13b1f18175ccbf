import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `create table "reads" (
    "userId" text not null references "users" on delete cascade,
    "roomId" text not null,
    "seq" integer not null,
    "version" integer not null,
    "migrated" integer,
    constraint "reads_key" primary key ("userId", "roomId")
  ) without rowid`,
  // The marks of browsers replace these.
  `insert into "reads" ("userId", "roomId", "seq", "version", "migrated")
    select m."userId", m."roomId", r."seq", 1, 1 from "members" m join "rooms" r on r."id" = m."roomId"
    where m."role" is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
