import type { MigrationDialect } from './dialect.ts';

/** Followed conversations with their read cursors, and numbers of replies. */
export function createStatements({ text, clustered }: MigrationDialect): string[] {
  return [
    `create table "own_conversations" (
      "userId" ${text} not null references "users" on delete cascade,
      "roomId" ${text} not null,
      "rootId" ${text} not null,
      "follows" integer,
      "seq" bigint not null,
      "at" bigint not null,
      constraint "own_conversations_key" primary key ("userId", "roomId", "rootId")
    )${clustered}`,
    `create index "own_conversations_read" on "own_conversations" ("userId", "roomId", "seq") where "seq" > 0`,
    `create index "own_conversations_room" on "own_conversations" ("roomId", "rootId")`,
    `create table "follow_versions" (
      "userId" ${text} not null primary key references "users" on delete cascade,
      "version" integer not null
    )${clustered}`,
    `create table "reply_counts" (
      "roomId" ${text} not null,
      "rootId" ${text} not null,
      "count" integer not null,
      constraint "reply_counts_key" primary key ("roomId", "rootId")
    )${clustered}`,
  ];
}
