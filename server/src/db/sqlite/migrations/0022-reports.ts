import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `create table "reports" (
    "at" bigint not null,
    "id" text not null,
    "reporterId" text not null,
    "roomId" text not null,
    "messageId" text not null,
    "authorId" text not null,
    "sentAt" bigint not null,
    "text" text,
    "sentFile" text,
    "sentFileName" text,
    "reason" text,
    constraint "reports_key" primary key ("at", "id")
  ) without rowid`,
  `create unique index "reports_id" on "reports" ("id")`,
  `create unique index "reports_message" on "reports" ("roomId", "messageId", "reporterId")`,
  `create index "reports_reporter" on "reports" ("reporterId")`,
  `create index "reports_file" on "reports" ("sentFile") where "sentFile" is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
