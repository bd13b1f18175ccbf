import { Random } from '@snug/testkit/random.ts';
import { expect, inject, test } from 'vitest';
import { recordFigures } from './figures.ts';
import { startTestServer } from './fixtures.ts';
import { runPushKills } from './pushes/run-push-kills.ts';
import { HAS_DETAILS, IS_FULL, SEED } from './seed.ts';

/** `npm test` has `server/src/notifications/notifier/notifier.test.ts` for these rules. */
const KILLS = IS_FULL ? 40 : 8;

test.runIf(HAS_DETAILS)(
  `PN4 ${KILLS} kills of the server: each mention that nobody has read is in a push`,
  async context => {
    const server = await startTestServer({ settings: { SNUG_OUTBOUND_ALLOW: '127.0.0.1' } });
    const { problems, figures } = await runPushKills({
      servers: [server],
      urls: [server.url],
      cookies: inject('signedUp').people.map(({ cookie }) => cookie),
      kills: KILLS,
      random: new Random(SEED),
    });
    recordFigures(context, figures);
    expect(problems).toEqual([]);
  },
);
