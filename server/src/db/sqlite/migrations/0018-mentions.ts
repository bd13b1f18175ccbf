import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `alter table "messages" add column "mentions" text`,
  `alter table "messages" add column "mentionsRoom" integer`,
  `create index "messages_to_everyone" on "messages" ("roomId", "seq")
    where "mentionsRoom" is not null and "deletedAt" is null`,
  `create index "messages_to_everyone_at" on "messages" ("createdAt", "roomId", "seq")
    where "mentionsRoom" is not null and "deletedAt" is null`,
  `create table "mentions" (
    "userId" text not null references "users" on delete cascade,
    "roomId" text not null,
    "seq" integer not null,
    "kind" text not null,
    "at" integer not null,
    "authorId" text not null,
    "outside" integer,
    constraint "mentions_key" primary key ("userId", "roomId", "seq")
  ) without rowid`,
  `create index "mentions_at" on "mentions" ("userId", "at", "roomId", "seq")`,
  `create index "mentions_message" on "mentions" ("roomId", "seq")`,
  `create index "mentions_outside" on "mentions" ("authorId", "at") where "outside" is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
