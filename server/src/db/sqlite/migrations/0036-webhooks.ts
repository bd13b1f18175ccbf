import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `create table "webhooks" (
    "id" text not null primary key,
    "roomId" text not null references "rooms" on delete cascade,
    "createdBy" text not null references "users" on delete cascade,
    "url" text not null,
    "createdAt" bigint not null,
    "seq" bigint not null,
    "paused" text,
    "dueAt" bigint not null default 0,
    "failures" integer not null default 0,
    "failingSince" bigint,
    "problem" text,
    "status" integer,
    "lastSuccessAt" bigint,
    "owner" text,
    "until" bigint
  ) without rowid`,
  `create index "webhooks_creator" on "webhooks" ("createdBy", "id")`,
  `create index "webhooks_room" on "webhooks" ("roomId")`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
