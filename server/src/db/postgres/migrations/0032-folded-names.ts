import { type Kysely, sql } from 'kysely';

/** Jobs fold the names. The triggers also see names that a server of an earlier release changes. */
const STATEMENTS = [
  `create function "forget_folded"() returns trigger language plpgsql as
    $$ begin new."folded" := null; return new; end $$`,
  ...['users', 'rooms'].flatMap(table => [
    `alter table "${table}" add column "folded" text collate "C"`,
    `create trigger "${table}_folded" before update of "name" on "${table}" for each row
      when (new."name" is distinct from old."name") execute function "forget_folded"()`,
  ]),
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
