import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `alter table "messages" add column "pinnedAt" bigint`,
  `alter table "messages" add column "pinnedBy" text`,
  `alter table "messages" add column "fileKind" text`,
  `alter table "messages" add column "links" integer`,
  `create index "messages_pinned" on "messages" ("roomId", "pinnedAt", "seq")
    where "pinnedAt" is not null and "deletedAt" is null`,
  `create index "messages_files" on "messages" ("roomId", "fileKind", "seq")
    where "fileKind" is not null and "deletedAt" is null`,
  `create index "messages_links" on "messages" ("roomId", "seq") where "links" = 1 and "deletedAt" is null`,
  // Empty after the job has examined the messages of earlier releases.
  `create index "messages_unexamined" on "messages" ("roomId", "seq") where "links" is null and "deletedAt" is null`,
  `create table "saved" (
    "userId" text not null references "users" on delete cascade,
    "roomId" text not null,
    "messageId" text not null,
    "savedAt" bigint not null,
    "remindAt" bigint,
    constraint "saved_key" primary key ("userId", "roomId", "messageId")
  ) without rowid`,
  `create index "saved_newest" on "saved" ("userId", "savedAt", "roomId", "messageId")`,
  `create index "saved_reminders" on "saved" ("userId", "remindAt", "roomId", "messageId") where "remindAt" is not null`,
  `create index "saved_messages" on "saved" ("roomId", "messageId")`,
  `create table "saved_versions" (
    "userId" text not null primary key references "users" on delete cascade,
    "version" integer not null
  ) without rowid`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
