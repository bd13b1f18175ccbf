import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `alter table "users" add column "ownerId" text`,
  `create index "users_owner" on "users" ("ownerId", "id") where "ownerId" is not null`,
  `create table "tokens" (
    "id" text not null primary key,
    "hash" text not null,
    "createdBy" text not null references "users" on delete cascade,
    "userId" text not null references "users" on delete cascade,
    "name" text not null,
    "roomIds" text,
    "createdAt" bigint not null,
    "expiresAt" bigint not null,
    "lastUsedAt" bigint
  ) without rowid`,
  `create unique index "tokens_hash" on "tokens" ("hash")`,
  `create index "tokens_creator" on "tokens" ("createdBy", "id")`,
  `create index "tokens_user" on "tokens" ("userId")`,
  `create index "tokens_expiry" on "tokens" ("expiresAt")`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
