import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createStatements as workspace } from './0100-workspace.ts';
import { createStatements as conversations } from './0101-conversations.ts';
import { createStatements as guests } from './0102-guests.ts';
import { createStatements as logo } from './0103-logo.ts';
import { createStatements as directoryAdmins } from './0104-directory-admins.ts';
import { createStatements as checkups } from './0105-checkups.ts';
import { createStatements as search } from './0106-search.ts';
import { createStatements as push } from './0107-push.ts';
import { createStatements as levels } from './0108-levels.ts';
import { createStatements as notificationSettings } from './0109-notification-settings.ts';
import { createStatements as statuses } from './0110-statuses.ts';
import { createStatements as missedMails } from './0111-missed-mails.ts';
import { createStatements as retention } from './0112-retention.ts';
import { createStatements as emoji } from './0113-emoji.ts';
import { createStatements as imports } from './0114-imports.ts';
import { createStatements as nodeBus } from './0115-node-bus.ts';
import { createStatements as authors } from './0116-authors.ts';
import { createStatements as countingIndexes } from './0117-counting-indexes.ts';
import type { MigrationDialect } from './dialect.ts';

type CreateStatements = (dialect: MigrationDialect) => string[];

/**
 * In order of execution, after those in the engines' own folders, which are older. A released migration never changes. A
 * later one only adds, because servers of the previous release may run on the same database.
 */
const SHARED: Readonly<Record<string, CreateStatements>> = {
  '0100-workspace': workspace,
  '0101-conversations': conversations,
  '0102-guests': guests,
  '0103-logo': logo,
  '0104-directory-admins': directoryAdmins,
  '0105-checkups': checkups,
  '0106-search': search,
  '0107-push': push,
  '0108-levels': levels,
  '0109-notification-settings': notificationSettings,
  '0110-statuses': statuses,
  '0111-missed-mails': missedMails,
  '0112-retention': retention,
  '0113-emoji': emoji,
  '0114-imports': imports,
  '0115-node-bus': nodeBus,
  '0116-authors': authors,
  '0117-counting-indexes': countingIndexes,
};

/** The migrations that are written once, for one engine. */
export function createMigrations(dialect: MigrationDialect): Record<string, Migration> {
  return Object.fromEntries(
    Object.entries(SHARED).map(([name, createStatements]) => [
      name,
      {
        async up(db) {
          for (const statement of createStatements(dialect)) await sql.raw(statement).execute(db);
        },
      },
    ]),
  );
}
