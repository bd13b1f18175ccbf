import { getErrorMessage } from '../../base/error-detail.ts';
import { RELEASE } from '../../base/release.ts';
import { StartError } from '../../base/start-error.ts';
import { readConfig } from '../../config/config.ts';
import { openDatabaseServer } from '../../db/open.ts';
import { raiseOldestRelease } from './oldest-release.ts';

// `npm run raise-oldest-release`: gives the database in DATABASE_URL to this release and newer ones.

async function main(): Promise<void> {
  const { databaseUrl } = readConfig(process.env);
  if (databaseUrl === undefined) throw new StartError('DATABASE_URL is not set.');
  const db = await openDatabaseServer(databaseUrl);
  try {
    await raiseOldestRelease(db, RELEASE);
  } finally {
    await db.destroy();
  }
  process.stdout.write(`The database needs Snug ${RELEASE} or newer.\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`Nothing was changed. ${getErrorMessage(error)}\n`);
  process.exitCode = 1;
});
