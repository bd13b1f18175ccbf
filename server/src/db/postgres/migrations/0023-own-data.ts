import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `create index "reactions_person" on "reactions" ("userId", "roomId", "messageId", "emoji")`,
  `create index "files_sent" on "files" ("ownerId", "id") where "state" = 'sent'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
