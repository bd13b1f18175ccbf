import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `alter table "messages" add column "pinnedAt" bigint, add column "pinnedBy" text collate "C",
    add column "fileKind" text collate "C", add column "links" integer`,
  `create index "messages_pinned" on "messages" ("roomId", "pinnedAt", "seq")
    where "pinnedAt" is not null and "deletedAt" is null`,
  `create index "messages_files" on "messages" ("roomId", "fileKind", "seq")
    where "fileKind" is not null and "deletedAt" is null`,
  `create index "messages_links" on "messages" ("roomId", "seq") where "links" = 1 and "deletedAt" is null`,
  // Empty after the job has examined the messages of earlier releases.
  `create index "messages_unexamined" on "messages" ("roomId", "seq") where "links" is null and "deletedAt" is null`,
  `create table "saved" (
    "userId" text collate "C" not null references "users" on delete cascade,
    "roomId" text collate "C" not null,
    "messageId" text collate "C" not null,
    "savedAt" bigint not null,
    "remindAt" bigint,
    constraint "saved_key" primary key ("userId", "roomId", "messageId")
  )`,
  `create index "saved_newest" on "saved" ("userId", "savedAt", "roomId", "messageId")`,
  `create index "saved_reminders" on "saved" ("userId", "remindAt", "roomId", "messageId") where "remindAt" is not null`,
  `create index "saved_messages" on "saved" ("roomId", "messageId")`,
  `create table "saved_versions" (
    "userId" text collate "C" not null primary key references "users" on delete cascade,
    "version" integer not null
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
