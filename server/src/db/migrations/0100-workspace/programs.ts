import type { MigrationDialect } from '../dialect.ts';

export function createPrograms({ text, clustered }: MigrationDialect): string[] {
  return [
    `create index "users_owner" on "users" ("ownerId", "id") where "ownerId" is not null`,
    `create table "tokens" (
      "id" ${text} not null primary key,
      "hash" ${text} not null,
      "createdBy" ${text} not null references "users" on delete cascade,
      "userId" ${text} not null references "users" on delete cascade,
      "name" ${text} not null,
      "roomIds" ${text},
      "createdAt" bigint not null,
      "expiresAt" bigint not null,
      "lastUsedAt" bigint
    )${clustered}`,
    `create unique index "tokens_hash" on "tokens" ("hash")`,
    `create index "tokens_creator" on "tokens" ("createdBy", "id")`,
    `create index "tokens_user" on "tokens" ("userId")`,
    `create index "tokens_expiry" on "tokens" ("expiresAt")`,
    `create table "token_rooms" (
      "roomId" ${text} not null,
      "programId" ${text} not null,
      "tokenId" ${text} not null references "tokens" on delete cascade,
      primary key ("roomId", "programId")
    )${clustered}`,
    `create index "token_rooms_token" on "token_rooms" ("tokenId")`,
    `create table "webhooks" (
      "id" ${text} not null primary key,
      "roomId" ${text} not null references "rooms" on delete cascade,
      "createdBy" ${text} not null references "users" on delete cascade,
      "url" ${text} not null,
      "createdAt" bigint not null,
      "seq" bigint not null,
      "paused" ${text},
      "dueAt" bigint not null default 0,
      "failures" integer not null default 0,
      "failingSince" bigint,
      "problem" ${text},
      "status" integer,
      "lastSuccessAt" bigint,
      "owner" ${text},
      "until" bigint
    )${clustered}`,
    `create index "webhooks_creator" on "webhooks" ("createdBy", "id")`,
    `create index "webhooks_room" on "webhooks" ("roomId")`,
  ];
}
