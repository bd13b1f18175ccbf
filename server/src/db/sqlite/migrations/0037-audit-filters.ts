import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `create index "audit_actor" on "audit" ("actorId", "at", "id")`,
  `create index "audit_action" on "audit" ("action", "at", "id")`,
  `create index "audit_actor_action" on "audit" ("actorId", "action", "at", "id")`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
