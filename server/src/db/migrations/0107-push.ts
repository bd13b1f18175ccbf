import { addColumns, type MigrationDialect } from './dialect.ts';

/**
 * Devices with a push subscription, how far each room has been delivered to them, and what they show. A device ends with its session,
 * also if a server of an earlier release ends it.
 */
export function createStatements({ text, clustered }: MigrationDialect): string[] {
  return [
    `create table "push_devices" (
      "id" ${text} not null,
      "userId" ${text} not null references "users" on delete cascade,
      "sessionId" ${text} not null references "sessions" on delete cascade,
      "endpoint" ${text} not null,
      "endpointHash" ${text} not null,
      "p256dh" ${text} not null,
      "auth" ${text} not null,
      "service" ${text} not null,
      "createdAt" bigint not null,
      "seenAt" bigint not null,
      "dueAt" bigint not null default 0,
      "failures" integer not null default 0,
      "failingSince" bigint,
      "problem" ${text},
      "status" integer,
      "lastSuccessAt" bigint,
      "silent" integer not null default 0,
      "warnedAt" bigint,
      constraint "push_devices_key" primary key ("id")
    )${clustered}`,
    `create unique index "push_devices_endpoint" on "push_devices" ("endpointHash")`,
    `create unique index "push_devices_session" on "push_devices" ("sessionId")`,
    `create index "push_devices_person" on "push_devices" ("userId")`,
    `create index "push_devices_due" on "push_devices" ("dueAt") where "failures" > 0`,
    // The column is null, unless the person removed the device of the session.
    ...addColumns('sessions', ['"pushRemovedAt" bigint']),
    `create table "notify_rooms" (
      "roomId" ${text} not null references "rooms" on delete cascade,
      "seq" bigint not null,
      "owner" ${text},
      "until" bigint,
      constraint "notify_rooms_key" primary key ("roomId")
    )${clustered}`,
    `create index "notify_rooms_leased" on "notify_rooms" ("until") where "until" is not null`,
    // Nobody is called for what is older than the upgrade.
    `insert into "notify_rooms" ("roomId", "seq") select "id", "seq" from "rooms"`,
    `create table "pushed" (
      "userId" ${text} not null references "users" on delete cascade,
      "roomId" ${text} not null references "rooms" on delete cascade,
      "seq" bigint not null,
      "at" bigint not null,
      "slot" integer not null,
      "waits" integer,
      constraint "pushed_key" primary key ("userId", "roomId")
    )${clustered}`,
    `create index "pushed_room" on "pushed" ("roomId", "userId")`,
    `create table "push_people" (
      "userId" ${text} not null references "users" on delete cascade,
      "minuteAt" bigint not null default 0,
      "minuteCount" integer not null default 0,
      "summaryAt" bigint,
      constraint "push_people_key" primary key ("userId")
    )${clustered}`,
    `create index "push_people_due" on "push_people" ("summaryAt") where "summaryAt" is not null`,
    ...addColumns('saved', ['"called" integer']),
    `create index "saved_due" on "saved" ("remindAt", "userId", "roomId", "messageId")
      where "remindAt" is not null and "called" is null`,
  ];
}
