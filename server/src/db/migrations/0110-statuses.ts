import type { MigrationDialect } from './dialect.ts';

/** The statuses of people, and the pauses of their notifications. */
export function createStatements({ text, clustered }: MigrationDialect): string[] {
  return [
    `create table "statuses" (
      "userId" ${text} not null primary key references "users" on delete cascade,
      "emoji" text,
      "text" text,
      "until" bigint,
      "pausedUntil" bigint,
      "version" integer not null
    )${clustered}`,
    `create index "statuses_until" on "statuses" ("until") where "until" is not null`,
    `create index "statuses_paused" on "statuses" ("pausedUntil") where "pausedUntil" is not null`,
  ];
}
