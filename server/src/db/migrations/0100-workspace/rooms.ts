import { addColumns, type MigrationDialect } from '../dialect.ts';

export function changeRoomTables(dialect: MigrationDialect): string[] {
  return [...changeRooms(dialect), ...changeMembers(dialect), ...addFoldedNames(dialect)];
}

function changeRooms({ engine, text, clustered }: MigrationDialect): string[] {
  return [
    ...addColumns('rooms', [
      `"kind" ${text} not null default 'open'`,
      `"people" ${text}`,
      `"archivedAt" bigint`,
      `"deletedAt" bigint`,
      `"membersInvite" integer`,
      `"folded" ${text}`,
    ]),
    `create index "rooms_deleted" on "rooms" ("deletedAt", "id") where "deletedAt" is not null`,
    `create unique index "rooms_people" on "rooms" ("people") where "people" is not null`,
    `create index "rooms_archived" on "rooms" ("kind", "archivedAt", "id") where "archivedAt" is not null`,
    ...addColumns('room_activity', [`"kind" ${text} not null default 'open'`]),
    `create index "room_activity_kind" on "room_activity" ("kind", "at", "roomId")`,
    // Servers of 0.3.0 on PostgreSQL still read by it.
    ...(engine === 'sqlite' ? [`drop index "room_activity_at"`] : []),
    `create index "files_room" on "files" ("roomId")`,
    `create index "files_sent" on "files" ("ownerId", "id") where "state" = 'sent'`,
    `create index "files_counted" on "files" ("roomId", "id") where "state" = 'sent'`,
    `create table "people_names" (
      "isInside" integer not null,
      "words" ${text} not null,
      "userId" ${text} not null references "users" on delete cascade,
      constraint "people_names_key" primary key ("isInside", "words", "userId")
    )${clustered}`,
    `create index "people_names_person" on "people_names" ("userId")`,
  ];
}

function changeMembers({ engine, text }: MigrationDialect): string[] {
  // With the columns of its condition, the index alone lists the rooms of a person on SQLite.
  const joined = engine === 'sqlite' ? `"userId", "roomId", "role", "request"` : `"userId", "roomId"`;
  return [
    ...addColumns('members', [
      `"version" integer not null default 0`,
      `"bannedUntil" bigint`,
      `"silencedUntil" bigint`,
      `"favourite" integer`,
      `"muted" integer`,
      `"hiddenSeq" bigint`,
      `"request" text`,
      `"requestedBy" ${text}`,
      `"hasLeft" integer`,
    ]),
    `create index "members_joined" on "members" (${joined}) where "role" is not null and "request" is null`,
    `create index "members_banned" on "members" ("userId", "roomId", "bannedUntil") where "bannedUntil" is not null`,
    `create index "members_writers" on "members" ("roomId", "userId")
      where "role" is null and "leftAt" is null and "bannedUntil" is null and "lastSeq" is not null`,
    `create index "members_excluded" on "members" ("roomId", "userId")
      where "bannedUntil" is not null or "silencedUntil" is not null`,
    `create index "members_favourites" on "members" ("userId", "roomId") where "favourite" is not null`,
    `create index "members_requests" on "members" ("userId", "roomId") where "request" = 'waiting'`,
    `create index "members_seniority" on "members" ("roomId", (coalesce("joinedAt", 0)), "userId")
      where "role" is not null and "request" is null`,
  ];
}

/** Jobs fold the names. The triggers also see names that a server of an earlier release changes. */
function addFoldedNames({ engine, text }: MigrationDialect): string[] {
  const tables = ['rooms', 'users'];
  return [
    ...addColumns('users', [`"deletedAt" bigint`, `"ownerId" ${text}`, `"folded" ${text}`]),
    ...(engine === 'sqlite'
      ? tables.map(
          table => `create trigger "${table}_folded" after update of "name" on "${table}" when new."name" is not old."name"
            begin update "${table}" set "folded" = null where "id" = new."id"; end`,
        )
      : [
          `create function "forget_folded"() returns trigger language plpgsql as
            $$ begin new."folded" := null; return new; end $$`,
          ...tables.map(
            table => `create trigger "${table}_folded" before update of "name" on "${table}" for each row
              when (new."name" is distinct from old."name") execute function "forget_folded"()`,
          ),
        ]),
  ];
}
