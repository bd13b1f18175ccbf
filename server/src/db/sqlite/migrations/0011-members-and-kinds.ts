import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `alter table "rooms" add column "kind" text not null default 'open'`,
  `alter table "rooms" add column "people" text`,
  `alter table "rooms" add column "archivedAt" bigint`,
  `alter table "rooms" add column "deletedAt" bigint`,
  `create index "rooms_deleted" on "rooms" ("deletedAt", "id") where "deletedAt" is not null`,
  `create index "files_room" on "files" ("roomId")`,
  `create unique index "rooms_people" on "rooms" ("people") where "people" is not null`,
  `alter table "room_activity" add column "kind" text not null default 'open'`,
  `drop index "room_activity_at"`,
  `create index "room_activity_kind" on "room_activity" ("kind", "at", "roomId")`,
  `alter table "members" add column "version" integer not null default 0`,
  `alter table "members" add column "bannedUntil" bigint`,
  `alter table "members" add column "silencedUntil" bigint`,
  `create index "members_joined" on "members" ("userId", "roomId") where "role" is not null`,
  `create index "members_banned" on "members" ("userId", "roomId", "bannedUntil") where "bannedUntil" is not null`,
  `create index "members_writers" on "members" ("roomId", "userId")
    where "role" is null and "leftAt" is null and "bannedUntil" is null and "lastSeq" is not null`,
  `create index "members_excluded" on "members" ("roomId", "userId")
    where "bannedUntil" is not null or "silencedUntil" is not null`,
  `create table "people_names" (
    "isInside" integer not null,
    "words" text not null,
    "userId" text not null references "users" on delete cascade,
    constraint "people_names_key" primary key ("isInside", "words", "userId")
  ) without rowid`,
  `create index "people_names_person" on "people_names" ("userId")`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
