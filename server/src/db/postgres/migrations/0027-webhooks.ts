import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `create table "webhooks" (
    "id" text collate "C" not null primary key,
    "roomId" text collate "C" not null references "rooms" on delete cascade,
    "createdBy" text collate "C" not null references "users" on delete cascade,
    "url" text collate "C" not null,
    "createdAt" bigint not null,
    "seq" bigint not null,
    "paused" text collate "C",
    "dueAt" bigint not null default 0,
    "failures" integer not null default 0,
    "failingSince" bigint,
    "problem" text collate "C",
    "status" integer,
    "lastSuccessAt" bigint,
    "owner" text collate "C",
    "until" bigint
  )`,
  `create index "webhooks_creator" on "webhooks" ("createdBy", "id")`,
  `create index "webhooks_room" on "webhooks" ("roomId")`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
