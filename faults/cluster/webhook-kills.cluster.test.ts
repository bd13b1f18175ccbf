import { Random } from '@snug/testkit/random.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { expect, inject, test } from 'vitest';
import { recordFigures } from '../figures.ts';
import { chooseByRun, SEED } from '../seed.ts';
import { runWebhookKills } from '../webhooks/run-webhook-kills.ts';
import { startTestCluster } from './fixtures.ts';

const KILLS = chooseByRun({ full: 50, wide: 4, sample: 1 });

test(`OW2 OW3 ${KILLS} kills of two nodes and of a receiver: each change arrives at least once, in order, with one id`, async context => {
  const cluster = await startTestCluster(2, { settings: { SNUG_OUTBOUND_ALLOW: '127.0.0.1' } });
  const cookie = inject('clusterPeople').people[0]?.cookie ?? '';
  const people = await Promise.all(cluster.urls.map(url => TestPerson.fromCookie(url, cookie)));
  const servers = cluster.nodes.map(({ server }) => server);
  const random = new Random(SEED);
  const { problems, figures } = await runWebhookKills({ servers, people, kills: KILLS, random });
  recordFigures(context, figures);
  expect(problems).toEqual([]);
});
