import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `create table "passkeys" (
    "id" text collate "C" not null,
    "userId" text collate "C" not null references "users" on delete cascade,
    "credentialId" text collate "C" not null,
    "publicKey" text collate "C" not null,
    "counter" bigint not null,
    "transports" text not null,
    "name" text not null,
    "createdAt" bigint not null,
    "lastUsedAt" bigint,
    constraint "passkeys_key" primary key ("userId", "id"),
    constraint "passkeys_credential" unique ("credentialId")
  )`,
  `create table "used_challenges" (
    "challenge" text collate "C" not null primary key,
    "expiresAt" bigint not null
  )`,
  `create index "used_challenges_expiry" on "used_challenges" ("expiresAt")`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
