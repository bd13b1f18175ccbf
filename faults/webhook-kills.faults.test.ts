import { Random } from '@snug/testkit/random.ts';
import { expect, test } from 'vitest';
import { recordFigures } from './figures.ts';
import { getTestPerson, startTestServer } from './fixtures.ts';
import { createMutantOptions } from './mutants/mutant-options.ts';
import { HAS_DETAILS, IS_FULL, SEED } from './seed.ts';
import { runWebhookKills } from './webhooks/run-webhook-kills.ts';

/** `npm test` has `server/src/programs/webhooks/deliverer.test.ts` for these rules. */
const KILLS = IS_FULL ? 50 : 8;
const settings = { SNUG_OUTBOUND_ALLOW: '127.0.0.1' };

test.runIf(HAS_DETAILS)(
  `OW2 OW3 ${KILLS} kills of the server and of a receiver: each change arrives at least once, in order, with one id`,
  async context => {
    const server = await startTestServer({ settings });
    const people = [await getTestPerson(server)];
    const random = new Random(SEED);
    const { problems, figures } = await runWebhookKills({ servers: [server], people, kills: KILLS, random });
    recordFigures(context, figures);
    expect(problems).toEqual([]);
  },
);

test.runIf(HAS_DETAILS)(
  'the check detects a webhook that does not wait for the acknowledgement',
  async () => {
    const mutant = createMutantOptions('a webhook that does not wait for the acknowledgement');
    const server = await startTestServer({ ...mutant, settings: { ...mutant.settings, ...settings } });
    const people = [await getTestPerson(server)];
    const random = new Random(SEED);
    const { problems } = await runWebhookKills({ servers: [server], people, kills: 6, random });
    expect(problems).not.toEqual([]);
  },
);
