import { addColumns, type MigrationDialect } from './dialect.ts';

/** How long rooms keep messages, which rooms are held, and how far each one is trimmed. */
export function createStatements({ text, clustered }: MigrationDialect): string[] {
  return [
    `create table "retention" (
      "roomId" ${text} not null primary key,
      "days" bigint,
      "formerDays" bigint,
      "begins" bigint,
      "keepsPins" integer,
      "pinsUntil" bigint,
      "version" integer not null
    )${clustered}`,
    `create index "retention_timed" on "retention" ("roomId") where "days" is not null or "formerDays" is not null`,
    `create table "holds" (
      "roomId" ${text} not null primary key,
      "reason" text not null,
      "heldAt" bigint not null
    )${clustered}`,
    ...addColumns('rooms', [
      '"trimmedBefore" bigint',
      '"trimmedSeq" bigint',
      '"trimmedPins" integer',
      '"trimErasing" integer',
    ]),
    `create index "rooms_trim_erasing" on "rooms" ("id") where "trimErasing" is not null`,
  ];
}
