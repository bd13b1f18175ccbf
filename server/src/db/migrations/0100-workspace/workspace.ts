import type { MigrationDialect } from '../dialect.ts';

export function createWorkspaceTables(dialect: MigrationDialect): string[] {
  return [...createWorkspace(dialect), ...createAudit(dialect), ...createReports(dialect)];
}

function createWorkspace({ text, clustered }: MigrationDialect): string[] {
  return [
    `create table "workspace_admins" (
      "userId" ${text} not null primary key references "users" on delete cascade,
      "grantedAt" bigint not null
    )${clustered}`,
    `create table "setup_codes" ("hash" ${text} not null primary key, "createdAt" bigint not null)${clustered}`,
    `create table "settings" (
      "name" ${text} not null primary key,
      "value" text not null,
      "version" integer not null,
      "changedBy" ${text} not null,
      "changedAt" bigint not null
    )${clustered}`,
    `create table "suspensions" (
      "userId" ${text} not null primary key references "users" on delete cascade,
      "at" bigint not null
    )${clustered}`,
    `create index "users_joined" on "users" ("createdAt", "id") where "deletedAt" is null`,
    `create table "pending_publications" (
      "id" ${text} not null primary key,
      "publication" text not null
    )${clustered}`,
  ];
}

function createAudit({ engine, text, clustered }: MigrationDialect): string[] {
  return [
    `create table "audit" (
      "at" bigint not null,
      "id" ${text} not null,
      "action" ${text} not null,
      "actorId" ${text},
      "targetId" ${text},
      "roomId" ${text},
      "roomName" ${text},
      "reason" ${text},
      "until" bigint,
      "setting" text,
      "before" text,
      "after" text,
      constraint "audit_key" primary key ("at", "id")
    )${clustered}`,
    `create index "audit_actor" on "audit" ("actorId", "at", "id")`,
    `create index "audit_action" on "audit" ("action", "at", "id")`,
    `create index "audit_actor_action" on "audit" ("actorId", "action", "at", "id")`,
    ...(engine === 'sqlite'
      ? [
          `create trigger "audit_unchanged" before update on "audit"
            begin select raise(abort, 'the audit log is append-only'); end`,
          `create trigger "audit_kept" before delete on "audit"
            begin select raise(abort, 'the audit log is append-only'); end`,
        ]
      : [
          `create function "keep_audit"() returns trigger language plpgsql as
            $$ begin raise exception 'the audit log is append-only'; end $$`,
          `create trigger "audit_kept" before update or delete on "audit"
            for each row execute function "keep_audit"()`,
        ]),
  ];
}

function createReports({ text, clustered }: MigrationDialect): string[] {
  return [
    `create table "reports" (
      "at" bigint not null,
      "id" ${text} not null,
      "reporterId" ${text} not null,
      "roomId" ${text} not null,
      "messageId" ${text} not null,
      "authorId" ${text} not null,
      "sentAt" bigint not null,
      "text" ${text},
      "sentFile" ${text},
      "sentFileName" ${text},
      "reason" ${text},
      constraint "reports_key" primary key ("at", "id")
    )${clustered}`,
    `create unique index "reports_id" on "reports" ("id")`,
    `create unique index "reports_message" on "reports" ("roomId", "messageId", "reporterId")`,
    `create index "reports_reporter" on "reports" ("reporterId")`,
    `create index "reports_file" on "reports" ("sentFile") where "sentFile" is not null`,
    `create table "blocks" (
      "userId" ${text} not null references "users" on delete cascade,
      "blockedId" ${text} not null references "users" on delete cascade,
      constraint "blocks_key" primary key ("userId", "blockedId")
    )${clustered}`,
    `create index "blocks_blocked" on "blocks" ("blockedId")`,
    `create table "block_versions" (
      "userId" ${text} not null primary key references "users" on delete cascade,
      "version" integer not null
    )${clustered}`,
  ];
}
