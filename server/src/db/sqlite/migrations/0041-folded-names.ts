import { type Kysely, sql } from 'kysely';

/** Jobs fold the names. The triggers also see names that a server of an earlier release changes. */
const STATEMENTS = ['users', 'rooms'].flatMap(table => [
  `alter table "${table}" add column "folded" text`,
  `create trigger "${table}_folded" after update of "name" on "${table}" when new."name" is not old."name"
    begin update "${table}" set "folded" = null where "id" = new."id"; end`,
]);

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
