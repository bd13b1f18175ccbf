import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `alter table "rooms" add column "membersInvite" integer`,
  `create table "invites" (
    "id" text collate "C" not null primary key,
    "createdBy" text collate "C" not null references "users" on delete cascade,
    "roomIds" text collate "C" not null,
    "maxUses" integer not null,
    "uses" integer not null default 0,
    "createdAt" bigint not null,
    "expiresAt" bigint not null,
    "revokedAt" bigint
  )`,
  `create index "invites_active" on "invites" ("createdBy", "id", "expiresAt")
    where "revokedAt" is null and "uses" < "maxUses"`,
  `create index "invites_creator" on "invites" ("createdBy")`,
  `create index "invites_over" on "invites" ("expiresAt")`,
  `create table "invite_rooms" (
    "roomId" text collate "C" not null,
    "inviteId" text collate "C" not null references "invites" on delete cascade,
    constraint "invite_rooms_key" primary key ("roomId", "inviteId")
  )`,
  `create index "invite_rooms_invite" on "invite_rooms" ("inviteId")`,
  `create table "invite_uses" (
    "inviteId" text collate "C" not null references "invites" on delete cascade,
    "userId" text collate "C" not null,
    constraint "invite_uses_key" primary key ("inviteId", "userId")
  )`,
  `create index "invite_uses_person" on "invite_uses" ("userId")`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
