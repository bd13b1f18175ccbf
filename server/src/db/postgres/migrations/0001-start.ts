import { type Kysely, sql } from 'kysely';

// Texts are compared by their bytes, so that names, ids and cursors have the same order on every engine. Rows of rooms and
// members change often: the space in their pages keeps updates off the indexes.
const STATEMENTS = [
  `create table "users" (
    "id" text collate "C" primary key,
    "name" text collate "C" not null,
    "email" text collate "C" not null unique,
    "emailVerified" boolean not null,
    "avatar" text collate "C",
    "createdAt" timestamptz not null,
    "updatedAt" timestamptz not null,
    "version" integer not null default 1
  )`,
  `create table "sessions" (
    "id" text collate "C" primary key,
    "expiresAt" timestamptz not null,
    "token" text collate "C" not null unique,
    "createdAt" timestamptz not null,
    "updatedAt" timestamptz not null,
    "ipAddress" text collate "C",
    "userAgent" text collate "C",
    "userId" text collate "C" not null references "users" on delete cascade
  )`,
  `create index "sessions_user" on "sessions" ("userId", "createdAt")`,
  `create index "sessions_over" on "sessions" ("expiresAt")`,
  `create table "accounts" (
    "id" text collate "C" primary key,
    "accountId" text collate "C" not null,
    "providerId" text collate "C" not null,
    "userId" text collate "C" not null references "users" on delete cascade,
    "accessToken" text,
    "refreshToken" text,
    "idToken" text,
    "accessTokenExpiresAt" timestamptz,
    "refreshTokenExpiresAt" timestamptz,
    "scope" text,
    "password" text,
    "createdAt" timestamptz not null,
    "updatedAt" timestamptz not null,
    constraint "accounts_identity" unique ("providerId", "accountId")
  )`,
  `create index "accounts_user" on "accounts" ("userId")`,
  `create table "verifications" (
    "id" text collate "C" primary key,
    "identifier" text collate "C" not null,
    "value" text not null,
    "expiresAt" timestamptz not null,
    "createdAt" timestamptz not null,
    "updatedAt" timestamptz not null
  )`,
  `create index "verifications_identifier" on "verifications" ("identifier", "createdAt")`,
  `create index "verifications_over" on "verifications" ("expiresAt")`,
  `create table "rooms" (
    "id" text collate "C" primary key,
    "name" text collate "C" not null,
    "description" text collate "C" not null,
    "createdAt" bigint not null,
    "createdBy" text collate "C" not null references "users",
    "seq" bigint not null,
    "incarnation" text collate "C" not null default '',
    "changedAt" bigint not null,
    "lastMessageSeq" bigint,
    "writerCount" integer not null default 0
  ) with (fillfactor = 50)`,
  `create table "room_activity" (
    "roomId" text collate "C" primary key references "rooms",
    "at" bigint not null
  )`,
  `create index "room_activity_at" on "room_activity" ("at", "roomId")`,
  `create table "room_incarnations" (
    "roomId" text collate "C" not null references "rooms",
    "firstSeq" bigint not null,
    "incarnation" text collate "C" not null,
    constraint "room_incarnations_key" primary key ("roomId", "firstSeq")
  )`,
  `create table "room_names" (
    "isInside" integer not null,
    "words" text collate "C" not null,
    "roomId" text collate "C" not null references "rooms",
    constraint "room_names_key" primary key ("isInside", "words", "roomId")
  )`,
  `create index "room_names_room" on "room_names" ("roomId")`,
  `create table "members" (
    "roomId" text collate "C" not null references "rooms",
    "userId" text collate "C" not null references "users",
    "role" text collate "C",
    "joinedAt" bigint,
    "leftAt" bigint,
    "messageCount" integer not null default 0,
    "lastSeq" bigint,
    constraint "members_key" primary key ("roomId", "userId")
  ) with (fillfactor = 50)`,
  `create index "members_person" on "members" ("userId", "roomId")`,
  `create index "members_role" on "members" ("roomId", "role", "userId") where "role" is not null`,
  `create table "files" (
    "id" text collate "C" primary key,
    "key" text collate "C" not null unique,
    "ownerId" text collate "C" not null references "users",
    "roomId" text collate "C" references "rooms",
    "name" text collate "C" not null,
    "contentType" text collate "C" not null,
    "size" bigint not null,
    "width" integer,
    "height" integer,
    "duration" integer,
    "peaks" text,
    "createdAt" bigint not null,
    "state" text collate "C" not null
  )`,
  `create index "files_state" on "files" ("state", "ownerId", "createdAt")`,
  `create index "files_owner" on "files" ("ownerId", "state", "size")`,
  `create index "files_deleted" on "files" ("id", "key") where "state" = 'deleted'`,
  `create table "messages" (
    "roomId" text collate "C" not null references "rooms",
    "seq" bigint not null,
    "id" text collate "C" not null,
    "authorId" text collate "C" not null references "users",
    "createdAt" bigint not null,
    "changedSeq" bigint not null,
    "text" text,
    "fileId" text collate "C" references "files",
    "reactions" text,
    "deletedAt" bigint,
    constraint "messages_key" primary key ("roomId", "seq"),
    constraint "messages_id" unique ("roomId", "id")
  )`,
  `create unique index "messages_changed" on "messages" ("roomId", "changedSeq")`,
  `create unique index "messages_file" on "messages" ("fileId") where "fileId" is not null`,
  `create index "messages_live" on "messages" ("roomId", "seq", "authorId") where "deletedAt" is null`,
  `create table "reactions" (
    "roomId" text collate "C" not null,
    "messageId" text collate "C" not null,
    "userId" text collate "C" not null references "users",
    "emoji" text collate "C" not null,
    constraint "reactions_key" primary key ("roomId", "messageId", "userId", "emoji"),
    constraint "reactions_message" foreign key ("roomId", "messageId") references "messages" ("roomId", "id")
  )`,
  `create table "presence" (
    "userId" text collate "C" primary key references "users" on delete cascade,
    "state" text collate "C" not null,
    "lastChanged" bigint not null
  ) with (fillfactor = 50)`,
  `create table "jobs" (
    "id" text collate "C" primary key,
    "kind" text collate "C" not null,
    "key" text collate "C" not null,
    "cursor" text collate "C",
    "dueAt" bigint not null,
    "owner" text collate "C",
    "until" bigint,
    constraint "jobs_kind" unique ("kind", "key")
  )`,
  `create index "jobs_due" on "jobs" ("dueAt")`,
  `create table "meta" ("key" text collate "C" primary key, "value" text not null)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
