import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `create table "workspace_admins" (
    "userId" text not null primary key references "users" on delete cascade,
    "grantedAt" bigint not null
  ) without rowid`,
  `create table "setup_codes" ("hash" text not null primary key, "createdAt" bigint not null) without rowid`,
  `create table "audit" (
    "at" bigint not null,
    "id" text not null,
    "action" text not null,
    "actorId" text,
    "targetId" text,
    "roomId" text,
    "roomName" text,
    "reason" text,
    "until" bigint,
    constraint "audit_key" primary key ("at", "id")
  ) without rowid`,
  `create trigger "audit_unchanged" before update on "audit"
    begin select raise(abort, 'the audit log is append-only'); end`,
  `create trigger "audit_kept" before delete on "audit"
    begin select raise(abort, 'the audit log is append-only'); end`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
