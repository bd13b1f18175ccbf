import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import type { CommandOutput } from '@snug/protocol';
import { ROOT } from '@snug/scripts/run.mjs';
import { RELEASE } from '@snug/server/base/release.ts';
import { launchOptions } from '@snug/testkit/browser/launch.ts';
import { freePort, runToEnd } from '@snug/testkit/server-process.ts';
import { postAuth, TestPerson } from '@snug/testkit/test-person.ts';
import type { TestSocket } from '@snug/testkit/test-socket.ts';
import { until } from '@snug/testkit/until.ts';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { watchCpuContention } from '../cpu-contention.ts';
import { recordFigures } from '../figures.ts';
import { waitUntilReady } from '../fixtures.ts';
import type { Load } from '../load/load.ts';
import { IS_FULL } from '../seed.ts';
import { type Cluster, SNUG_SECRET } from './cluster.ts';
import { finishAndCheckCluster, queryCluster, startClusterLoad, startTestCluster } from './fixtures.ts';
import { fetchAssets } from './rolling/assets.ts';
import { NextRelease } from './rolling/next-release.ts';
import { PageSender } from './rolling/page-sender.ts';
import { sendWaitingRequests, type WaitingOptions } from './rolling/waiting-requests.ts';

const OWN_ASSETS = join(ROOT, 'web', 'dist', 'assets');
/** Of every page, also of one that must find a node of its release first. */
const MAX_SEND_MS = 5_000;
/** On each page, in each phase of the upgrade. */
const SENDS_PER_PHASE = 5;
/** How requests of clients end that nobody executed. 500 is the accounts library's. */
const FAILED = new Set(['lost', 'unavailable', '503', '500']);

let next: NextRelease;

beforeAll(async () => {
  if (IS_FULL) next = await NextRelease.build();
}, 600_000);
afterAll(() => next?.remove());

/** Ends a node as a supervisor does, and starts the next release in its place. */
async function upgrade({ nodes }: Cluster, index: number): Promise<void> {
  const server = nodes[index]?.server;
  if (!server) throw new Error('there is no such node');
  expect(await server.end('SIGTERM')).toBe(0);
  await server.start({ main: next.main });
  await waitUntilReady(server);
}

function raiseOldest({ databaseUrl }: Cluster) {
  return next.raiseOldest({ DATABASE_URL: databaseUrl, SNUG_SECRET });
}

/** What a node of this release reports if it may not start. */
async function startOldNode({ databaseUrl, data }: Cluster): Promise<{ code: number; stderr: string }> {
  const PORT = String(await freePort());
  return runToEnd({ PORT, DATABASE_URL: databaseUrl, SNUG_SECRET, SNUG_DATA: data });
}

async function expectOldNodeRefused(cluster: Cluster): Promise<void> {
  const { code, stderr } = await startOldNode(cluster);
  expect([code, stderr]).toEqual([
    1,
    `Snug cannot run. The database needs Snug ${next.version} or newer, and this is ${RELEASE}.\n`,
  ]);
}

/** The accounts library has statements of its own. */
async function expectSignIns({ urls, balancer }: Cluster): Promise<void> {
  const { email } = await TestPerson.fromCookie(
    balancer.url,
    inject('clusterPeople').people[0]?.cookie ?? '',
  );
  const body = { email, password: 'a long enough password' };
  const responses = urls.map(url => postAuth(url, 'sign-in/email', body, '', balancer.url));
  expect((await Promise.all(responses)).map(({ status }) => status)).toEqual(urls.map(() => 200));
}

/** People with pages in a room of the load. */
async function startPages(cluster: Cluster, { roomIds: [roomId = ''] }: Load): Promise<PageSender[]> {
  const browser = await chromium.launch(await launchOptions());
  onTestFinished(() => browser.close());
  const { url } = cluster.balancer;
  const people = inject('clusterPeople')
    .people.slice(-4)
    .map(person => ({ ...person, url, origin: url }));
  const habits = ['stay', 'stay', 'reload', 'visit'] as const;
  return people.map((person, index) => {
    const page = new PageSender({ browser, person, roomId, habit: habits[index] ?? 'stay' });
    page.start();
    return page;
  });
}

async function waitForSends(pages: readonly PageSender[], load: Load): Promise<void> {
  const enough = pages.map(({ sends }) => sends.length + SENDS_PER_PHASE);
  await load.waitForResults(100);
  const describeState = () => JSON.stringify(pages.map(({ sends, problems }) => [sends.length, problems]));
  await until(
    'all pages send',
    () => pages.every(({ sends }, index) => sends.length >= (enough[index] ?? 0)),
    { describeState, timeoutMs: 120_000 },
  );
}

/** Adds the messages of pages to what was requested. Throws if one is not stored exactly once. */
async function recordPageSends(pages: readonly PageSender[], load: Load, cluster: Cluster): Promise<void> {
  const rows = await queryCluster<{ id: string; roomId: string; authorId: string; text: string }>(
    cluster,
    `select "id", "roomId", "authorId", "text" from "messages" where "text" like '% on a page %' order by "seq"`,
  );
  const sent = pages.flatMap(({ sends }) => sends.map(({ text }) => text));
  expect(rows.map(({ text }) => text).toSorted()).toEqual(sent.toSorted());
  const { journal } = load;
  for (const { id, roomId, authorId, text } of rows)
    journal.acknowledge(journal.begin(authorId, 'send_message', { id, roomId, text }));
}

test.runIf(IS_FULL)(
  'M1 M2 E4 a cluster under load changes to the next release node by node, and every page goes on sending',
  async context => {
    const cluster = await startTestCluster(2);
    cluster.balancer.startHealthChecks();
    const load = await startClusterLoad(cluster, {
      urls: [cluster.balancer.url],
      writers: 10,
      pauseMs: 300,
    });
    const pages = await startPages(cluster, load);
    const getContention = watchCpuContention();
    await waitForSends(pages, load);
    await expectSignIns(cluster);

    await upgrade(cluster, 0);
    await waitForSends(pages, load);
    await expectSignIns(cluster);
    const assets = [OWN_ASSETS, next.assets].flatMap(folder => readdirSync(folder));
    const [own, other] = await Promise.all(cluster.urls.map(url => fetchAssets(url, assets)));
    expect(own).toEqual(other);
    const early = await raiseOldest(cluster);
    expect([early.code, early.stderr]).toEqual([
      1,
      `Nothing was changed. servers of older releases still run: ${RELEASE}\n`,
    ]);
    // The newer schema does not prevent a restart of the other node.
    await cluster.getNode(1).server.restart({});
    await waitForSends(pages, load);

    await upgrade(cluster, 1);
    await waitForSends(pages, load);
    await Promise.all(pages.map(page => page.stop()));
    const contention = getContention();
    await recordPageSends(pages, load, cluster);
    const checked = await finishAndCheckCluster(load, cluster);
    // The checker is of this release, so it cannot connect afterwards.
    expect((await raiseOldest(cluster)).stdout).toBe(`The database needs Snug ${next.version} or newer.\n`);
    await expectOldNodeRefused(cluster);
    await expectSignIns(cluster);
    const sends = pages.flatMap(page => page.sends.map(({ ms }) => ms));
    recordFigures(context, { 'sends of pages': sends, assets: assets.length, ...checked });
    expect(pages.flatMap(({ problems }) => problems)).toEqual([]);
    expect(sends.filter(ms => ms > MAX_SEND_MS * contention)).toEqual([]);
    const releases = pages.map(page => [...page.releases].toSorted());
    const both = [RELEASE, next.version];
    expect(releases).toEqual([[RELEASE], [RELEASE], both, both]);
  },
);

/** All rows but those about current connections and background work. */
async function readTables(cluster: Cluster): Promise<object[]> {
  const tables = await queryCluster<{ name: string }>(
    cluster,
    `select table_name as "name" from information_schema.tables where table_schema = 'public'
      and table_name not in ('nodes', 'visits', 'presence', 'rates', 'jobs') and table_name not like 'search%' order by 1`,
  );
  const read = async ({ name }: { name: string }) => ({
    name,
    rows: await queryCluster<object>(cluster, `select t::text as "row" from "${name}" t order by 1`),
  });
  return Promise.all(tables.map(read));
}

test.runIf(IS_FULL)(
  'M4 an older node that was frozen during the upgrade does nothing when it resumes',
  async context => {
    const cluster = await startTestCluster(2);
    const [frozen, other] = [cluster.getNode(0).server, cluster.getNode(1).server];
    const { people } = inject('clusterPeople');
    const at = ({ url }: { url: string }, index: number) =>
      TestPerson.fromCookie(url, people[index]?.cookie ?? '');
    const [ann, ben] = [await at(frozen, 0), await at(frozen, 1)];
    const roomId = await ann.createRoom();
    await ann.runCommand('set_admin', { roomId, uid: ben.uid, admin: true });
    const origin = cluster.balancer.url;
    const [annSocket, benSocket] = [await ann.connect({ origin }), await ben.connect({ origin })];
    const own = { url: frozen.url, origin, roomId, otherUid: people[2]?.uid ?? '' };
    const sendIn = async (person: TestPerson, socket: TestSocket): Promise<WaitingOptions> => {
      const { message } = await person.runCommand<CommandOutput<'send_message'>>('send_message', {
        roomId,
        text: `${person.name} was here`,
      });
      return { ...own, person, socket, messageId: message.id };
    };
    const waiting = [await sendIn(ann, annSocket), await sendIn(ben, benSocket)];

    frozen.freeze();
    const requests = waiting.flatMap(sendWaitingRequests);
    await upgrade(cluster, 1);
    const lapsedMs = await until(
      'the lease of the frozen node has ended',
      async () => (await raiseOldest(cluster)).code === 0,
      { timeoutMs: 30_000 },
    );
    const benAtOther = await at(other, 1);
    await benAtOther.runCommand('set_admin', { roomId, uid: ann.uid, admin: false });
    await benAtOther.runCommand('sign_out_everywhere', {});
    const before = await readTables(cluster);
    frozen.thaw();
    const endings = await Promise.all(
      requests.map(async ({ name, ending }) => ({ name, ending: await ending })),
    );
    await until('the frozen node has ended', () => !frozen.isRunning);
    recordFigures(context, { 'waiting requests': endings.length, 'lease ended after': [lapsedMs] });
    expect(endings.filter(({ ending }) => !FAILED.has(ending))).toEqual([]);
    expect(await readTables(cluster)).toEqual(before);
    await expectOldNodeRefused(cluster);
  },
);
