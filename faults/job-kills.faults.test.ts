import { openDatabase } from '@snug/server/db/open.ts';
import { Random } from '@snug/testkit/random.ts';
import { expect, inject, test } from 'vitest';
import { recordFigures } from './figures.ts';
import { startTestServer } from './fixtures.ts';
import type { JobKills } from './jobs/job-kills.ts';
import { runLevelKills } from './jobs/level-kills.ts';
import { runMailKills } from './jobs/mail-kills.ts';
import { HAS_DETAILS, MAX_AWAITS, SEED } from './seed.ts';

async function createOptions(): Promise<JobKills> {
  const server = await startTestServer();
  const cookies = inject('signedUp').people.map(({ cookie }) => cookie);
  const openDb = async () => openDatabase(server.data);
  return { server, cookies, openDb, random: new Random(SEED), kills: MAX_AWAITS };
}

test.runIf(HAS_DETAILS)(
  'NS6 kills at each await of the mails about missed messages: none is lost, and one comes again only if its response was not stored',
  async context => {
    const { problems, figures } = await runMailKills(await createOptions());
    recordFigures(context, figures);
    expect(problems).toEqual([]);
  },
);

test.runIf(HAS_DETAILS)(
  'Y26 kills at each await of the default level: in the end, each room has the last one',
  async context => {
    const { problems, figures } = await runLevelKills(await createOptions());
    recordFigures(context, figures);
    expect(problems).toEqual([]);
  },
);
