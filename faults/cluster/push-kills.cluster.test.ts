import { setTimeout as wait } from 'node:timers/promises';
import { Random } from '@snug/testkit/random.ts';
import { expect, inject, test } from 'vitest';
import { listAwaitPoints } from '../awaits/await-points.ts';
import { describePoint, killAtAwait } from '../awaits/kill-at-await.ts';
import { recordFigures } from '../figures.ts';
import { waitUntilReady } from '../fixtures.ts';
import { PUSH_PATHS } from '../pushes/push-paths.ts';
import { runPushKills } from '../pushes/run-push-kills.ts';
import { HAS_DETAILS, IS_FULL, MAX_AWAITS, SEED } from '../seed.ts';
import { startTestCluster } from './fixtures.ts';

const KILLS = IS_FULL ? 40 : 6;
/** The rooms of a killed node wait for the end of its lease. */
const REACHED_WITHIN_MS = 12_000;
const settings = { SNUG_OUTBOUND_ALLOW: '127.0.0.1' };

async function startCluster() {
  const cluster = await startTestCluster(2, { settings });
  const random = new Random(SEED);
  const cookies = inject('clusterPeople').people.map(({ cookie }) => cookie);
  const servers = cluster.nodes.map(({ server }) => server);
  return { servers, load: { urls: cluster.urls, cookies, random } };
}

test.runIf(HAS_DETAILS)(
  `PN2 PN4 PN9 ${KILLS} kills of two nodes: each call is in a push, and no device alerts twice or of what was read`,
  async context => {
    const { servers, load } = await startCluster();
    const { random } = load;
    const { problems, figures } = await runPushKills({
      ...load,
      kills: KILLS,
      async kill() {
        await wait(100 + random.below(900));
        const server = random.pick(servers);
        await server?.kill();
        await wait(random.below(300));
        await server?.start();
        if (server) await waitUntilReady(server);
      },
    });
    recordFigures(context, figures);
    expect(problems).toEqual([]);
  },
);

test.runIf(HAS_DETAILS)(
  'PN2 PN4 PN9 kills of two nodes in turn at each await of the notifier and the sender: each call is in a push, and no device alerts twice or of what was read',
  async context => {
    const { servers, load } = await startCluster();
    const { random } = load;
    const points = random.shuffle(listAwaitPoints(PUSH_PATHS)).slice(0, MAX_AWAITS);
    const missed: string[] = [];
    const { problems, figures } = await runPushKills({
      ...load,
      kills: points.length,
      async kill(index) {
        const [point, server] = [points[index], servers[index % servers.length]];
        const other = servers[(index + 1) % servers.length];
        if (!point || !server) return;
        // It was killed at the point before.
        if (other && !other.isRunning) await other.start();
        const moment = random.below(2) === 0 ? {} : { afterMs: random.below(4) };
        const isReached = await killAtAwait(server, { ...point, hit: 1, ...moment }, REACHED_WITHIN_MS);
        if (!isReached) missed.push(describePoint(point));
      },
      async recover() {
        for (const server of servers) {
          if (server.isRunning) await server.kill();
          await server.start();
          await waitUntilReady(server);
        }
      },
    });
    recordFigures(context, { ...figures, 'awaits that the load did not reach': missed.length });
    expect(problems).toEqual([]);
    // A sample can be mostly points that need an error.
    expect(missed.length).toBeLessThan(IS_FULL ? points.length / 2 : points.length);
  },
);
