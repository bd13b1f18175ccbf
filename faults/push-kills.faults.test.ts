import { setTimeout as wait } from 'node:timers/promises';
import { Random } from '@snug/testkit/random.ts';
import { expect, inject, test } from 'vitest';
import { listAwaitPoints } from './awaits/await-points.ts';
import { describePoint, killAtAwait } from './awaits/kill-at-await.ts';
import { recordFigures } from './figures.ts';
import { startTestServer, waitUntilReady } from './fixtures.ts';
import { PUSH_PATHS } from './pushes/push-paths.ts';
import { runPushKills } from './pushes/run-push-kills.ts';
import { HAS_DETAILS, IS_FULL, MAX_AWAITS, SEED } from './seed.ts';

/** `npm test` has `server/src/notifications/notifier/notifier-kills.test.ts` for these rules. */
const KILLS = IS_FULL ? 40 : 8;
/** A server that does not come to a point within this time is killed anywhere. */
const REACHED_WITHIN_MS = 6_000;
const settings = { SNUG_OUTBOUND_ALLOW: '127.0.0.1' };

test.runIf(HAS_DETAILS)(
  `PN2 PN4 ${KILLS} kills of the server: each call is in a push, and no device alerts twice or of what was read`,
  async context => {
    const server = await startTestServer({ settings });
    const random = new Random(SEED);
    const { problems, figures } = await runPushKills({
      urls: [server.url],
      cookies: inject('signedUp').people.map(({ cookie }) => cookie),
      kills: KILLS,
      async kill() {
        await wait(100 + random.below(900));
        await server.kill();
        await wait(random.below(300));
        await server.start();
        await waitUntilReady(server);
      },
      random,
    });
    recordFigures(context, figures);
    expect(problems).toEqual([]);
  },
);

test.runIf(HAS_DETAILS)(
  'PN2 PN4 kills at each await of the notifier and the sender: each call is in a push, and no device alerts twice or of what was read',
  async context => {
    const server = await startTestServer({ settings });
    const random = new Random(SEED);
    const points = random.shuffle(listAwaitPoints(PUSH_PATHS)).slice(0, MAX_AWAITS);
    const missed: string[] = [];
    const { problems, figures } = await runPushKills({
      urls: [server.url],
      cookies: inject('signedUp').people.map(({ cookie }) => cookie),
      kills: points.length,
      async kill(index) {
        const point = points[index];
        if (!point) return;
        const moment = index % 2 === 0 ? {} : { afterMs: random.below(4) };
        const at = { ...point, hit: 1 + random.below(2), ...moment };
        if (!(await killAtAwait(server, at, REACHED_WITHIN_MS))) missed.push(describePoint(point));
      },
      async recover() {
        if (server.isRunning) await server.kill();
        await server.start();
        await waitUntilReady(server);
      },
      random,
    });
    recordFigures(context, { ...figures, 'awaits that the load did not reach': missed.length });
    expect(problems).toEqual([]);
    // Of a sample, a busy machine can reach few.
    expect(missed.length).toBeLessThan(IS_FULL ? points.length / 2 : points.length);
  },
);
