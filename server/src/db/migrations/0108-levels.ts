import { addColumns, type MigrationDialect } from './dialect.ts';

/** Of which messages of a room its members get notifications, and the default of a person for their rooms. */
export function createStatements({ text, clustered }: MigrationDialect): string[] {
  return [
    ...addColumns('members', ['"level" text', '"levelByDefault" integer']),
    `create index "members_everything" on "members" ("roomId", "userId") where "level" = 'everything'`,
    `create table "default_levels" (
      "userId" ${text} not null primary key references "users" on delete cascade,
      "level" text not null,
      "changedAt" bigint not null,
      "due" integer
    )${clustered}`,
    `create index "default_levels_due" on "default_levels" ("userId") where "due" is not null`,
  ];
}
