import type { MigrationDialect } from './dialect.ts';

/** The notification settings of a person, for all their devices. Without a row, the defaults hold. */
export function createStatements({ text, clustered }: MigrationDialect): string[] {
  return [
    `create table "notification_settings" (
      "userId" ${text} not null primary key references "users" on delete cascade,
      "version" integer not null,
      "conversations" integer not null,
      "shows" ${text} not null,
      "pausedUntil" bigint,
      "quiet" integer not null,
      "quietFrom" integer,
      "quietTo" integer,
      "quietNights" integer,
      "zone" ${text},
      "words" text,
      "mail" ${text} not null,
      "mailText" integer not null
    )${clustered}`,
    `create index "notification_settings_words" on "notification_settings" ("userId") where "words" is not null`,
  ];
}
