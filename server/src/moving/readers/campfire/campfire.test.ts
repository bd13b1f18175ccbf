import { sampleRuns } from '@snug/testkit/test-scope.ts';
import {
  array,
  assert,
  asyncProperty,
  boolean,
  constantFrom,
  integer,
  option,
  record,
  tuple,
} from 'fast-check';
import { expect, test } from 'vitest';
import type { Archive } from '../../archive/archive.ts';
import { Ledger } from '../../import/ledger.ts';
import { describeSource, findLogFault } from '../testing/drain-source.ts';
import { openFiles } from '../testing/open-files.ts';
import { describeSkips, readArchive, readContents } from '../testing/read-archive.ts';
import { openCampfire } from './open-campfire.ts';
import { mention, openCampfireKinds, openCampfireStorage } from './testing/campfire-storage.ts';

async function read(archive: Archive) {
  const all = await readArchive(openCampfire, archive);
  expect(all.ledger.findImbalances()).toEqual([]);
  for (const messages of all.drained.messages.values()) expect(findLogFault(messages)).toBeUndefined();
  return all;
}

test('each kind of row has its line', async () => {
  const { drained, ledger, skipped } = await read(await openCampfireKinds());
  expect(describeSource(drained)).toMatchSnapshot('lines');
  expect(describeSkips(ledger)).toMatchSnapshot('skipped');
  expect(ledger.counts.changed).toMatchSnapshot('changed');
  expect(JSON.stringify([drained.people, skipped])).not.toContain('SECRET');
});

test('files are those of the archive', async () => {
  const { drained, source } = await read(await openCampfireKinds());
  expect(await readContents(source, drained.files.slice(0, 1))).toEqual(['picture']);
});

test('a damaged database is an error of one line', async () => {
  const head = `SQLite format 3\0${'x'.repeat(100)}CREATE TABLE "boosts"`;
  const archive = await openFiles({ 'production.sqlite3': head });
  await expect(openCampfire(archive, new Ledger())).rejects.toThrow('is damaged');
});

const anyMessage = record({
  room: integer({ min: 1, max: 5 }),
  creator: integer({ min: 1, max: 6 }),
  second: integer({ min: 0, max: 5 }),
  body: constantFrom(
    '',
    '<div>words</div>',
    `<p>a${mention(2)}</p><p>b</p>`,
    '<ul><li><b>x',
    'x'.repeat(10_001),
  ),
  edited: constantFrom(0, 90),
  boosts: array(tuple(integer({ min: 1, max: 6 }), constantFrom('👍', 'yes')), { maxLength: 3 }),
  file: option(constantFrom('abcd1234', 'lost5678'), { nil: undefined }),
  hasFile: boolean(),
}).map(({ hasFile, file, ...message }) => (hasFile && file ? { ...message, file } : message));

test('any database balances and keeps the rules of a log, twice alike', async () => {
  await assert(
    asyncProperty(array(anyMessage, { maxLength: 15 }), async messages => {
      const archive = await openCampfireStorage({ messages, files: { abcd1234: 'picture' } });
      const { drained } = await read(archive);
      expect((await read(archive)).drained).toEqual(drained);
    }),
    { numRuns: sampleRuns(25) },
  );
});
