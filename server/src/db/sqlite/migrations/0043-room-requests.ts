import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `alter table "members" add column "requestedBy" text`,
  `alter table "members" add column "hasLeft" integer`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
