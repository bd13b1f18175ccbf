import { sql } from 'kysely';
import { StartError } from '../../base/start-error.ts';
import type { Db } from '../schema.ts';
import type { MigrationDialect } from './dialect.ts';

type Engine = MigrationDialect['engine'];

const REPLACEMENT = '0100-workspace';

/** `0100-workspace` replaces these. No release has them, but databases that ran on commits between releases do. */
const NAMES =
  'members-and-kinds invites blocks reaction-people workspace room-options edits-and-replies mentions removed-messages pins-saved-files reads reports requests account-deletions workspace-lists recovery suspensions bots-and-tokens notices joined-index two-step own-data newest-invites passkeys direct-activity webhooks audit-filters settings storage-count token-rooms folded-names outside-mentions room-requests notice-sessions'.split(
    ' ',
  );

/** Executes all of them. */
const COMMIT = '676c9f754b99c7856a771ddf20ccb9ef7bd5b652';

export const UNFINISHED = `The database has only some of the migrations that commits between 0.3.0 and 0.4.0 had. Start commit ${COMMIT} on it once (git checkout ${COMMIT}, npm start), stop it, and start this version again.`;

const REPLACED: Readonly<Record<Engine, readonly string[]>> = {
  sqlite: number(NAMES, 11),
  postgres: number(
    NAMES.filter(name => name !== 'joined-index'),
    3,
  ),
};

function number(names: readonly string[], first: number): string[] {
  return names.map((name, index) => `${String(first + index).padStart(4, '0')}-${name}`);
}

/** Which of the replaced migrations of its engine a database has. */
export function findReplaced(names: readonly string[]): 'all' | 'some' | 'none' {
  const lists = Object.values(REPLACED);
  if (lists.some(list => list.every(name => names.includes(name)))) return 'all';
  return lists.some(list => list.some(name => names.includes(name))) ? 'some' : 'none';
}

/** Gives a database that has all of the replaced migrations the one that replaces them. Throws a `StartError` if it has some. */
export async function replaceMigrations(db: Db, engine: Engine): Promise<void> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'kysely_migration')) return;
  await db.transaction().execute(async transaction => {
    // If two servers start at once, the second one waits here and finds none.
    const { rows } = await sql<{ timestamp: string }>`delete from "kysely_migration"
      where "name" in (${sql.join(REPLACED[engine])}) returning "timestamp"`.execute(transaction);
    if (rows.length === 0) return;
    if (rows.length < REPLACED[engine].length) throw new StartError(UNFINISHED);
    const times = rows.map(({ timestamp }) => timestamp).toSorted();
    await sql`insert into "kysely_migration" ("name", "timestamp")
      values (${REPLACEMENT}, ${times.at(-1)})`.execute(transaction);
  });
}
