import type { MigrationDialect } from './dialect.ts';

/**
 * Counts of unread messages find everything in an index, also the columns of its condition. Without these, the database of a data folder
 * looks up each message, and reads a long text to its end to find the time of a deletion. PostgreSQL does not need them.
 */
export function createStatements({ engine }: MigrationDialect): string[] {
  if (engine === 'postgres') return [];
  return [
    `drop index "messages_live"`,
    `create index "messages_live" on "messages" ("roomId", "seq", "authorId", "deletedAt") where "deletedAt" is null`,
    `drop index "messages_to_everyone"`,
    `create index "messages_to_everyone" on "messages" ("roomId", "seq", "authorId", "mentionsRoom", "deletedAt")
     where "mentionsRoom" is not null and "deletedAt" is null`,
  ];
}
