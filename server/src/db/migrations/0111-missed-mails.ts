import type { MigrationDialect } from './dialect.ts';

/** The mail about missed messages that is due to a person, and the last one. */
export function createStatements({ text, clustered }: MigrationDialect): string[] {
  return [
    `create table "missed_mails" (
      "userId" ${text} not null primary key references "users" on delete cascade,
      "dueAt" bigint,
      "sentAt" bigint,
      "refused" ${text}
    )${clustered}`,
    `create index "missed_mails_due" on "missed_mails" ("dueAt", "userId") where "dueAt" is not null`,
  ];
}
