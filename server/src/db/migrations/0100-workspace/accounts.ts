import { addColumns, type MigrationDialect } from '../dialect.ts';

export function changeAccountTables(dialect: MigrationDialect): string[] {
  return [...changeAccounts(dialect), ...createSecondFactors(dialect), ...createInvites(dialect)];
}

function changeAccounts({ text, clustered }: MigrationDialect): string[] {
  return [
    ...addColumns('sessions', [`"noticesSeenAt" bigint`]),
    `create table "account_deletions" (
      "userId" ${text} not null primary key,
      "requestedAt" bigint not null,
      "erasesWords" integer,
      "roomId" ${text} not null default '',
      "seq" bigint not null default 0
    )${clustered}`,
    `create index "account_deletions_first" on "account_deletions" ("requestedAt", "userId")`,
    `create table "one_time_links" (
      "hash" ${text} primary key,
      "userId" ${text} not null references "users" on delete cascade,
      "kind" ${text} not null,
      "email" ${text},
      "noticeId" ${text},
      "expiresAt" bigint not null
    )`,
    `create index "one_time_links_user" on "one_time_links" ("userId", "kind")`,
    `create index "one_time_links_expiry" on "one_time_links" ("expiresAt")`,
    `create table "account_notices" (
      "userId" ${text} not null references "users" on delete cascade,
      "id" ${text} not null,
      "kind" ${text} not null,
      "at" bigint not null,
      "usedAt" bigint,
      "acknowledgedAt" bigint,
      "sessionId" ${text},
      constraint "account_notices_key" primary key ("userId", "id")
    )${clustered}`,
  ];
}

function createSecondFactors({ text, clustered }: MigrationDialect): string[] {
  return [
    `create table "two_step" (
      "userId" ${text} not null primary key references "users" on delete cascade,
      "secret" ${text} not null,
      "confirmedAt" bigint,
      "lastStep" bigint not null
    )${clustered}`,
    `create table "recovery_codes" (
      "userId" ${text} not null references "users" on delete cascade,
      "hash" ${text} not null,
      constraint "recovery_codes_key" primary key ("userId", "hash")
    )${clustered}`,
    `create table "passkeys" (
      "id" ${text} not null,
      "userId" ${text} not null references "users" on delete cascade,
      "credentialId" ${text} not null,
      "publicKey" ${text} not null,
      "counter" bigint not null,
      "transports" text not null,
      "name" text not null,
      "createdAt" bigint not null,
      "lastUsedAt" bigint,
      constraint "passkeys_key" primary key ("userId", "id"),
      constraint "passkeys_credential" unique ("credentialId")
    )${clustered}`,
    `create table "used_challenges" (
      "challenge" ${text} not null primary key,
      "expiresAt" bigint not null
    )${clustered}`,
    `create index "used_challenges_expiry" on "used_challenges" ("expiresAt")`,
  ];
}

function createInvites({ text, clustered }: MigrationDialect): string[] {
  return [
    `create table "invites" (
      "id" ${text} not null primary key,
      "createdBy" ${text} not null references "users" on delete cascade,
      "roomIds" ${text} not null,
      "maxUses" integer not null,
      "uses" integer not null default 0,
      "createdAt" bigint not null,
      "expiresAt" bigint not null,
      "revokedAt" bigint
    )${clustered}`,
    `create index "invites_active" on "invites" ("createdBy", "id", "expiresAt")
      where "revokedAt" is null and "uses" < "maxUses"`,
    `create index "invites_newest" on "invites" ("createdAt", "id", "expiresAt")
      where "revokedAt" is null and "uses" < "maxUses"`,
    `create index "invites_creator" on "invites" ("createdBy")`,
    `create index "invites_over" on "invites" ("expiresAt")`,
    `create table "invite_rooms" (
      "roomId" ${text} not null,
      "inviteId" ${text} not null references "invites" on delete cascade,
      constraint "invite_rooms_key" primary key ("roomId", "inviteId")
    )${clustered}`,
    `create index "invite_rooms_invite" on "invite_rooms" ("inviteId")`,
    `create table "invite_uses" (
      "inviteId" ${text} not null references "invites" on delete cascade,
      "userId" ${text} not null,
      constraint "invite_uses_key" primary key ("inviteId", "userId")
    )${clustered}`,
    `create index "invite_uses_person" on "invite_uses" ("userId")`,
  ];
}
