import { expect, onTestFinished, test } from 'vitest';
import { temporaryDatabase } from '../../testing/database.ts';
import { runImport, toTarget } from '../import/apply/testing/run-import.ts';
import { Ledger } from '../import/ledger.ts';
import { openCampfire } from './campfire/open-campfire.ts';
import { openCampfireKinds } from './campfire/testing/campfire-storage.ts';
import { openDiscord } from './discord/open-discord.ts';
import { openDiscordKinds } from './discord/testing/discord-json.ts';
import { openMatrix } from './matrix/open-matrix.ts';
import { openMatrixKinds } from './matrix/testing/matrix-json.ts';
import { openMattermost } from './mattermost/open-mattermost.ts';
import { openMattermostKinds } from './mattermost/testing/mattermost-jsonl.ts';

const ARCHIVES = [
  { name: 'Campfire', openArchive: openCampfireKinds, openSource: openCampfire },
  { name: 'Discord', openArchive: openDiscordKinds, openSource: openDiscord },
  { name: 'Matrix', openArchive: openMatrixKinds, openSource: openMatrix },
  { name: 'Mattermost', openArchive: openMattermostKinds, openSource: openMattermost },
];

/** Later than the archives. */
const now = () => Date.UTC(2027, 0);

test.each(ARCHIVES)(
  'the database has all of $name that is not skipped, once',
  async ({ openArchive, openSource }) => {
    const target = await toTarget(await temporaryDatabase());
    const archive = await openArchive();
    const read = async () => {
      const source = await openSource(archive, new Ledger());
      onTestFinished(() => source.close());
      return source;
    };
    const first = await read();
    expect(await runImport(target, first, { now })).toEqual([]);
    expect(first.ledger.findImbalances()).toEqual([]);
    expect(first.ledger.counts.stored.message).toBeGreaterThan(8);
    expect(first.ledger.counts.changed).not.toHaveProperty('reply.without_root');
    expect(first.ledger.counts.changed).not.toHaveProperty('time.moved');

    const second = await read();
    expect(await runImport(target, second, { now })).toEqual([]);
    expect(second.ledger.findImbalances()).toEqual([]);
    expect(second.ledger.counts.stored.message ?? 0).toBe(0);
  },
);

test.each(ARCHIVES)(
  'rooms of $name that nobody has chosen are counted, with their messages',
  async ({ openArchive, openSource }) => {
    const target = await toTarget(await temporaryDatabase());
    const source = await openSource(await openArchive(), new Ledger());
    onTestFinished(() => source.close());
    expect(await runImport(target, source, { now, isChosen: () => false })).toEqual([]);
    expect(source.ledger.findImbalances()).toEqual([]);
    expect(source.ledger.counts.stored.message ?? 0).toBe(0);
  },
);
