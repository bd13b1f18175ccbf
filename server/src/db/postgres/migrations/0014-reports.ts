import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `create table "reports" (
    "at" bigint not null,
    "id" text collate "C" not null,
    "reporterId" text collate "C" not null,
    "roomId" text collate "C" not null,
    "messageId" text collate "C" not null,
    "authorId" text collate "C" not null,
    "sentAt" bigint not null,
    "text" text collate "C",
    "sentFile" text collate "C",
    "sentFileName" text collate "C",
    "reason" text collate "C",
    constraint "reports_key" primary key ("at", "id")
  )`,
  `create unique index "reports_id" on "reports" ("id")`,
  `create unique index "reports_message" on "reports" ("roomId", "messageId", "reporterId")`,
  `create index "reports_reporter" on "reports" ("reporterId")`,
  `create index "reports_file" on "reports" ("sentFile") where "sentFile" is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
