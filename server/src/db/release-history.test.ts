import { expect, test } from 'vitest';
import { temporaryDatabase } from '../testing/database.ts';
import { readReleaseHistory, recordRelease } from './release-history.ts';

test.each([
  [[], { current: undefined, previous: undefined }],
  [['0.5.0'], { current: '0.5.0', previous: undefined }],
  [['0.5.0', '0.5.0'], { current: '0.5.0', previous: undefined }],
  [['0.5.0', '0.5.1', '0.5.1'], { current: '0.5.1', previous: '0.5.0' }],
  [['0.9.0', '0.10.0'], { current: '0.10.0', previous: '0.9.0' }],
  // Servers of both releases start during an update.
  [['0.5.0', '0.6.0', '0.5.0', '0.6.0'], { current: '0.6.0', previous: '0.5.0' }],
  [['0.5.0', '0.6.0', '1.0.0'], { current: '1.0.0', previous: '0.6.0' }],
])('starts of %j are remembered as %j', async (releases, history) => {
  const { db } = await temporaryDatabase();
  // Databases of tests share this table.
  await db.deleteFrom('meta').where('key', 'in', ['release', 'previousRelease']).execute();
  for (const release of releases) await recordRelease(db, release);
  expect(await readReleaseHistory(db)).toEqual(history);
});
