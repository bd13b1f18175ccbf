import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `create table "passkeys" (
    "id" text not null,
    "userId" text not null references "users" on delete cascade,
    "credentialId" text not null,
    "publicKey" text not null,
    "counter" bigint not null,
    "transports" text not null,
    "name" text not null,
    "createdAt" bigint not null,
    "lastUsedAt" bigint,
    constraint "passkeys_key" primary key ("userId", "id"),
    constraint "passkeys_credential" unique ("credentialId")
  ) without rowid`,
  `create table "used_challenges" (
    "challenge" text not null primary key,
    "expiresAt" bigint not null
  ) without rowid`,
  `create index "used_challenges_expiry" on "used_challenges" ("expiresAt")`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
