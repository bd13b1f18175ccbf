import { TestPerson } from '@snug/testkit/test-person.ts';
import { expect, inject, onTestFinished, test } from 'vitest';
import { WallClock } from '../clock/wall-clock.ts';
import { recordFigures } from '../figures.ts';
import { IS_FULL } from '../seed.ts';
import type { Cluster } from './cluster.ts';
import { finishAndCheckCluster, queryCluster, startClusterLoad, startTestCluster } from './fixtures.ts';
import { watchReaders } from './presences.ts';

const RESULTS = IS_FULL ? 2_000 : 200;
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const IDLE_SESSION_MS = 30 * DAY_MS;
const NAME = 'Newcomer';
const LEASE_MS = 10_000;
/** A slow machine is not a wrong clock. */
const NEAR_MS = 60_000;

test('L3 H1 P4 with one clock an hour ahead and one an hour behind, all times are those of the database, and nothing expires early', async context => {
  const shifts = [HOUR_MS, -HOUR_MS, 0].map(ms => {
    const clock = new WallClock();
    clock.shift(ms);
    onTestFinished(() => clock.remove());
    return clock.options;
  });
  const cluster = await startTestCluster(shifts.length, index => shifts[index] ?? {});
  const begun = await readDatabaseTime(cluster);
  const email = await signUpEverywhere(cluster);
  const load = await startClusterLoad(cluster, { duplicateShare: 0.2 });
  const listOffline = await watchReaders(load, cluster);
  await load.waitForResults(RESULTS);
  const checked = await finishAndCheckCluster(load, cluster);
  await useFilesOfOtherNodes(cluster);
  expect(await listOffline()).toEqual([]);
  expect(await readStrayTimes(cluster, begun)).toEqual([]);
  for (const _ of cluster.nodes) await TestPerson.signIn(cluster.balancer.url, email);
  recordFigures(context, checked);
});

/** Each session that a node begins is valid on all nodes. Returns the address of one of the people. */
async function signUpEverywhere({ urls, balancer }: Cluster): Promise<string> {
  let email = '';
  for (const index of urls.keys()) {
    const newcomer = await TestPerson.signUp(balancer.url, `${NAME}${index}`);
    for (const url of urls) {
      const person = await TestPerson.fromCookie(url, newcomer.cookie);
      expect((await person.postCommand('list_rooms', {})).status).toBe(200);
    }
    email = newcomer.email;
  }
  return email;
}

/** An upload to each node is sent through the next one. */
async function useFilesOfOtherNodes({ urls }: Cluster): Promise<void> {
  const { cookie } = inject('clusterPeople').people.at(-1) ?? { cookie: '' };
  const persons = await Promise.all(urls.map(url => TestPerson.fromCookie(url, cookie)));
  const roomId = (await persons[0]?.createRoom()) ?? '';
  for (const [index, person] of persons.entries()) {
    const { id: fileId } = await person.uploadFile(`${index}.txt`, `file ${index}`);
    const sender = persons[(index + 1) % persons.length];
    expect((await sender?.postCommand('send_message', { roomId, fileId }))?.status).toBe(200);
  }
}

async function readDatabaseTime(cluster: Cluster): Promise<number> {
  const [row] = await queryCluster<{ now: string }>(
    cluster,
    'select floor(extract(epoch from clock_timestamp()) * 1000)::text as "now"',
  );
  return Number(row?.now);
}

const USERS = `users where name like '${NAME}%'`;
const SESSIONS = `sessions where "userId" in (select id from ${USERS})`;

/** Times since `begun` of other clocks than the database's. */
async function readStrayTimes(cluster: Cluster, begun: number): Promise<string[]> {
  const now = await readDatabaseTime(cluster);
  const ms = (column: string) => `(extract(epoch from "${column}") * 1000)`;
  const times: [table: string, time: string, afterMs: number][] = [
    ['rooms', '"createdAt"', 0],
    ['rooms', '"changedAt"', 0],
    ['room_activity', '"at"', 0],
    ['messages', '"createdAt"', 0],
    ['files', '"createdAt"', 0],
    [`presence where state = 'online'`, '"lastChanged"', 0],
    ['nodes', '"startedAt"', 0],
    ['nodes', '"expiresAt"', LEASE_MS],
    [USERS, ms('createdAt'), 0],
    [SESSIONS, ms('createdAt'), 0],
    [SESSIONS, ms('updatedAt'), 0],
    [SESSIONS, ms('expiresAt'), IDLE_SESSION_MS],
  ];
  const stray: string[] = [];
  for (const [table, time, afterMs] of times) {
    const rows = await queryCluster<{ time: string }>(
      cluster,
      `select * from (select ${time} as time from ${table}) as t
       where time < ${begun + afterMs - NEAR_MS} or time > ${now + afterMs + NEAR_MS}`,
    );
    for (const row of rows) stray.push(`${table} ${time}: ${(Number(row.time) - now) / 1_000} s`);
  }
  return stray;
}
