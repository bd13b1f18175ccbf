import { addColumns, type MigrationDialect } from './dialect.ts';

/**
 * The workspace's own emoji. A name is never deleted, so that it never shows another picture. The pictures are in base64: both engines and
 * backups store texts in the same way.
 */
export function createStatements({ text, clustered }: MigrationDialect): string[] {
  return [
    `create table "emoji" (
      "name" ${text} not null primary key,
      "key" ${text} not null,
      "picture" ${text},
      "animated" integer,
      "bytes" integer,
      "addedBy" ${text} not null references "users",
      "at" bigint not null,
      "deletedAt" bigint,
      "version" bigint not null
    )${clustered}`,
    `create unique index "emoji_version" on "emoji" ("version")`,
    `create index "emoji_key" on "emoji" ("key", "name")`,
    `create index "emoji_adder" on "emoji" ("addedBy", "at")`,
    `create index "emoji_added" on "emoji" ("addedBy", "name")`,
    `create index "emoji_pictures_shown" on "emoji" ("name") where "picture" is not null and "deletedAt" is null`,
    `create index "emoji_pictures_deleted" on "emoji" ("deletedAt") where "picture" is not null and "deletedAt" is not null`,
    `create table "emoji_pictures" (
      "picture" ${text} not null primary key,
      "webp" text not null,
      "still" text
    )`,
    ...addColumns('messages', ['"customReactions" text']),
  ];
}
