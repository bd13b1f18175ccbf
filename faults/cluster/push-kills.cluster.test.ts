import { Random } from '@snug/testkit/random.ts';
import { expect, inject, test } from 'vitest';
import { recordFigures } from '../figures.ts';
import { runPushKills } from '../pushes/run-push-kills.ts';
import { HAS_DETAILS, IS_FULL, SEED } from '../seed.ts';
import { startTestCluster } from './fixtures.ts';

const KILLS = IS_FULL ? 40 : 6;

test.runIf(HAS_DETAILS)(
  `PN4 PN9 ${KILLS} kills of two nodes: each mention that nobody has read is in a push`,
  async context => {
    const cluster = await startTestCluster(2, { settings: { SNUG_OUTBOUND_ALLOW: '127.0.0.1' } });
    const servers = cluster.nodes.map(({ server }) => server);
    const { problems, figures } = await runPushKills({
      servers,
      urls: cluster.urls,
      cookies: inject('clusterPeople').people.map(({ cookie }) => cookie),
      kills: KILLS,
      random: new Random(SEED),
    });
    recordFigures(context, figures);
    expect(problems).toEqual([]);
  },
);
