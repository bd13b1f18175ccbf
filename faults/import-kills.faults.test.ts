import { generateArchive, toSource } from '@snug/server/moving/import/apply/testing/generated-archive.ts';
import { killImports } from '@snug/server/moving/import/apply/testing/kill-imports.ts';
import { hashTables, runImport, toTarget } from '@snug/server/moving/import/apply/testing/run-import.ts';
import { NOW, temporaryDatabase } from '@snug/server/testing/database.ts';
import { Random } from '@snug/testkit/random.ts';
import { expect, test } from 'vitest';
import { chooseByRun, SEED } from './seed.ts';

const KILLS = chooseByRun({ full: 50, wide: 5, sample: 1 });
/** Enough for many lives. */
const MESSAGES = chooseByRun({ full: 20_000, wide: 3_000, sample: 900 });

test('an import that was killed at random moments ends as a quiet one', { timeout: 1_200_000 }, async () => {
  const database = await temporaryDatabase();
  const { owner } = await toTarget(database);
  const task = { folder: database.folder, url: '', owner, seed: SEED, messages: MESSAGES, now: NOW };
  await killImports(task, KILLS, new Random(SEED).next);
  const quiet = await toTarget(await temporaryDatabase());
  await runImport(quiet, toSource(generateArchive(SEED, { messages: MESSAGES, rooms: 9 })));
  expect(await hashTables(database.db, owner)).toEqual(await hashTables(quiet.db, quiet.owner));
});
