import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `create table "one_time_links" (
    "hash" text collate "C" primary key,
    "userId" text collate "C" not null references "users" on delete cascade,
    "kind" text collate "C" not null,
    "email" text collate "C",
    "noticeId" text collate "C",
    "expiresAt" bigint not null
  )`,
  `create index "one_time_links_user" on "one_time_links" ("userId", "kind")`,
  `create index "one_time_links_expiry" on "one_time_links" ("expiresAt")`,
  `create table "account_notices" (
    "userId" text collate "C" not null references "users" on delete cascade,
    "id" text collate "C" not null,
    "kind" text collate "C" not null,
    "at" bigint not null,
    "usedAt" bigint,
    "acknowledgedAt" bigint,
    constraint "account_notices_key" primary key ("userId", "id")
  )`,
  `alter table "sessions" add column "noticesSeenAt" bigint`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
