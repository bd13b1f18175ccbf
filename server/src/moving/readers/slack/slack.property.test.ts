import { sampleRuns } from '@snug/testkit/test-scope.ts';
import { assert, asyncProperty } from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryDatabase } from '../../../testing/database.ts';
import type { Archive } from '../../archive/archive.ts';
import { runImport, toTarget } from '../../import/apply/testing/run-import.ts';
import { Ledger, type Skipped } from '../../import/ledger.ts';
import { drainSource, findLogFault } from '../testing/drain-source.ts';
import { openFiles } from '../testing/open-files.ts';
import { openSlack } from './open-slack.ts';
import { anySlackExport } from './testing/any-slack-export.ts';

const SEED = process.env.SNUG_SEED;
const withSeed = (numRuns: number) => ({
  numRuns: sampleRuns(numRuns),
  ...(SEED === undefined ? {} : { seed: Number(SEED) }),
});

/** Later than the archives. */
const now = () => Date.UTC(2027, 0);

async function read(archive: Archive) {
  const skipped: Skipped[] = [];
  const ledger = new Ledger(one => skipped.push(one));
  const drained = await drainSource(await openSlack(archive, ledger));
  expect(ledger.findImbalances()).toEqual([]);
  for (const log of drained.messages.values()) expect(findLogFault(log)).toBeUndefined();
  // A first message that is missing in one export can be in the next one.
  const ids = [...drained.messages.values()]
    .flat()
    .flatMap(({ id, extra }) => (extra === 'root' ? [] : [id]));
  return { drained, ids, skipped };
}

test('any export balances and keeps the rules of a log, twice alike, and says no token', async () => {
  await assert(
    asyncProperty(anySlackExport, async ({ files }) => {
      const archive = await openFiles(files);
      const { drained, skipped } = await read(archive);
      expect((await read(archive)).drained).toEqual(drained);
      expect(JSON.stringify([...drained.messages, skipped])).not.toContain('SECRET');
      await archive.close();
    }),
    withSeed(30),
  );
});

test('one more day keeps the ids of all messages before it', async () => {
  await assert(
    asyncProperty(anySlackExport, async ({ files, lastDay }) => {
      const before = Object.entries(files).filter(([path]) => !lastDay.includes(path));
      const [first, later] = [await openFiles(Object.fromEntries(before)), await openFiles(files)];
      const { ids } = await read(first);
      expect((await read(later)).ids).toEqual(expect.arrayContaining(ids));
      await first.close();
      await later.close();
    }),
    withSeed(20),
  );
});

test('any export is stored without a fault, and a second import of it adds nothing', async () => {
  await assert(
    asyncProperty(anySlackExport, async ({ files }) => {
      const target = await toTarget(await temporaryDatabase());
      const archive = await openFiles(files);
      onTestFinished(() => archive.close());
      const first = await openSlack(archive, new Ledger());
      expect(await runImport(target, first, { now })).toEqual([]);
      expect(first.ledger.findImbalances()).toEqual([]);
      const second = await openSlack(archive, new Ledger());
      expect(await runImport(target, second, { now })).toEqual([]);
      expect(second.ledger.findImbalances()).toEqual([]);
      expect(second.ledger.counts.stored.message ?? 0).toBe(0);
    }),
    withSeed(4),
  );
});
