import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `alter table "messages" add column "mentions" text, add column "mentionsRoom" integer`,
  `create index "messages_to_everyone" on "messages" ("roomId", "seq")
    where "mentionsRoom" is not null and "deletedAt" is null`,
  `create index "messages_to_everyone_at" on "messages" ("createdAt", "roomId", "seq")
    where "mentionsRoom" is not null and "deletedAt" is null`,
  `create table "mentions" (
    "userId" text collate "C" not null references "users" on delete cascade,
    "roomId" text collate "C" not null,
    "seq" bigint not null,
    "kind" text not null,
    "at" bigint not null,
    "authorId" text collate "C" not null,
    "outside" integer,
    constraint "mentions_key" primary key ("userId", "roomId", "seq")
  )`,
  `create index "mentions_at" on "mentions" ("userId", "at", "roomId", "seq")`,
  `create index "mentions_message" on "mentions" ("roomId", "seq")`,
  `create index "mentions_outside" on "mentions" ("authorId", "at") where "outside" is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
