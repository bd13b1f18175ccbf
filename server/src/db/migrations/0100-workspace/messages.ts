import { addColumns, type MigrationDialect } from '../dialect.ts';

export function changeMessageTables(dialect: MigrationDialect): string[] {
  return [
    ...changeMessages(dialect),
    ...createMentions(dialect),
    ...createSavedMessages(dialect),
    ...createReads(dialect),
  ];
}

function changeMessages({ text }: MigrationDialect): string[] {
  return [
    ...addColumns('messages', [
      `"revision" integer`,
      `"editedAt" bigint`,
      `"editIds" text`,
      `"replyTo" ${text}`,
      `"rootId" ${text}`,
      `"mentions" text`,
      `"mentionsRoom" integer`,
      `"removed" integer`,
      `"pinnedAt" bigint`,
      `"pinnedBy" ${text}`,
      `"fileKind" ${text}`,
      `"links" integer`,
      `"notice" ${text}`,
    ]),
    `create index "messages_conversation" on "messages" ("roomId", "rootId", "seq")
      where "rootId" is not null and "deletedAt" is null`,
    `create index "messages_to_everyone" on "messages" ("roomId", "seq")
      where "mentionsRoom" is not null and "deletedAt" is null`,
    `create index "messages_to_everyone_at" on "messages" ("createdAt", "roomId", "seq")
      where "mentionsRoom" is not null and "deletedAt" is null`,
    `create index "messages_removed" on "messages" ("roomId", "seq") where "removed" is not null`,
    `create index "messages_pinned" on "messages" ("roomId", "pinnedAt", "seq")
      where "pinnedAt" is not null and "deletedAt" is null`,
    `create index "messages_files" on "messages" ("roomId", "fileKind", "seq")
      where "fileKind" is not null and "deletedAt" is null`,
    `create index "messages_links" on "messages" ("roomId", "seq") where "links" = 1 and "deletedAt" is null`,
    // Empty after the job has examined the messages of earlier releases.
    `create index "messages_unexamined" on "messages" ("roomId", "seq") where "links" is null and "deletedAt" is null`,
    `create index "reactions_emoji" on "reactions" ("roomId", "messageId", "emoji", "userId")`,
    `create index "reactions_person" on "reactions" ("userId", "roomId", "messageId", "emoji")`,
  ];
}

function createMentions({ engine, text, clustered }: MigrationDialect): string[] {
  return [
    `create table "mentions" (
      "userId" ${text} not null references "users" on delete cascade,
      "roomId" ${text} not null,
      "seq" bigint not null,
      "kind" text not null,
      "at" bigint not null,
      "authorId" ${text} not null,
      "outside" integer,
      constraint "mentions_key" primary key ("userId", "roomId", "seq")
    )${clustered}`,
    `create index "mentions_at" on "mentions" ("userId", "at", "roomId", "seq")`,
    `create index "mentions_message" on "mentions" ("roomId", "seq")`,
    // Without a reader. Databases that ran between releases have it, and all schemas of an engine are the same.
    ...(engine === 'postgres'
      ? [`create index "mentions_outside" on "mentions" ("authorId", "at") where "outside" is not null`]
      : []),
    `create table "outside_mentions" (
      "userId" ${text} not null primary key references "users" on delete cascade,
      "times" ${text} not null
    )${clustered}`,
  ];
}

function createSavedMessages({ text, clustered }: MigrationDialect): string[] {
  return [
    `create table "saved" (
      "userId" ${text} not null references "users" on delete cascade,
      "roomId" ${text} not null,
      "messageId" ${text} not null,
      "savedAt" bigint not null,
      "remindAt" bigint,
      constraint "saved_key" primary key ("userId", "roomId", "messageId")
    )${clustered}`,
    `create index "saved_newest" on "saved" ("userId", "savedAt", "roomId", "messageId")`,
    `create index "saved_reminders" on "saved" ("userId", "remindAt", "roomId", "messageId")
      where "remindAt" is not null`,
    `create index "saved_messages" on "saved" ("roomId", "messageId")`,
    `create table "saved_versions" (
      "userId" ${text} not null primary key references "users" on delete cascade,
      "version" integer not null
    )${clustered}`,
  ];
}

function createReads({ text, clustered }: MigrationDialect): string[] {
  return [
    `create table "reads" (
      "userId" ${text} not null references "users" on delete cascade,
      "roomId" ${text} not null,
      "seq" bigint not null,
      "version" bigint not null,
      "migrated" integer,
      constraint "reads_key" primary key ("userId", "roomId")
    )${clustered}`,
    // The marks of browsers replace these.
    `insert into "reads" ("userId", "roomId", "seq", "version", "migrated")
      select m."userId", m."roomId", r."seq", 1, 1 from "members" m join "rooms" r on r."id" = m."roomId"
      where m."role" is not null`,
  ];
}
