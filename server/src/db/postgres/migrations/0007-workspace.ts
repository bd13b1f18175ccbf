import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `create table "workspace_admins" (
    "userId" text collate "C" not null primary key references "users" on delete cascade,
    "grantedAt" bigint not null
  )`,
  `create table "setup_codes" (
    "hash" text collate "C" not null primary key,
    "createdAt" bigint not null
  )`,
  `create table "audit" (
    "at" bigint not null,
    "id" text collate "C" not null,
    "action" text collate "C" not null,
    "actorId" text collate "C",
    "targetId" text collate "C",
    "roomId" text collate "C",
    "roomName" text collate "C",
    "reason" text collate "C",
    "until" bigint,
    constraint "audit_key" primary key ("at", "id")
  )`,
  `create function "keep_audit"() returns trigger language plpgsql as
    $$ begin raise exception 'the audit log is append-only'; end $$`,
  `create trigger "audit_kept" before update or delete on "audit"
    for each row execute function "keep_audit"()`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
