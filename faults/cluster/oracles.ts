import { newId } from '@snug/client';
import { until } from '@snug/testkit/until.ts';
import { findProblems } from '../check/check.ts';
import { onlyActions } from '../load/actions/actions.ts';
import { createHttpClient } from '../load/command-client.ts';
import type { Load } from '../load/load.ts';
import type { Cluster } from './cluster.ts';
import { COMMITTED } from './committed.ts';
import { getClusterEvidence, readRooms, startClusterLoad, waitUntilRead } from './fixtures.ts';
import { watchReaders } from './presences.ts';

/** Produces a situation, and returns the names of the promises that the cluster breaks in it. `isSound`: it has no mutant. */
export type Oracle = (cluster: Cluster, isSound?: boolean) => Promise<string[]>;

/** A broken cluster may never come to rest. */
const BROKEN_FINISH_MS = 15_000;
/** Until a sound one comes to rest, the checker finds changes that are on their way, and would report them. */
const SOUND_FINISH_MS = 180_000;

/** A slow network between the nodes and PostgreSQL, whose connections break: a COMMIT arrives late, or never. */
export const breakTransactions: Oracle = async (cluster, isSound) => {
  const load = await startClusterLoad(cluster, { writers: 15, readers: 3, pauseMs: 20 });
  for (const { database } of cluster.nodes) database.set('up', { delayMs: 20, jitterMs: 20 });
  for (let time = 0; time < 20; time++) {
    await load.waitForResults(10);
    cluster.getNode(time).database.reset();
  }
  for (const { database } of cluster.nodes) database.restore();
  return findFaults(load, cluster, isSound);
};

/** In each room, a connection breaks between the last COMMIT and its answer. */
export const loseLastAnswers: Oracle = async cluster => {
  const load = await startQuietLoad(cluster);
  const { database, server } = cluster.getNode(0);
  for (const roomId of load.roomIds) {
    const before = database.cutCount;
    database.set('down', { resetBefore: COMMITTED });
    const sent = sendOneMore(load, server.url, roomId);
    await until('a connection is cut', () => database.cutCount > before);
    database.restore();
    await sent;
  }
  const rooms = await readRooms(cluster);
  await waitUntilRead(load, cluster, cluster.urls);
  const { events } = load.journal.observed;
  return rooms.every(({ id, seq }) => events.get(id)?.has(seq)) ? [] : ['no event'];
};

/** All nodes write in many rooms, and each of their batches has messages of several rooms. */
export const crowdRooms: Oracle = async (cluster, isSound) => {
  const actions = onlyActions('send');
  const load = await startClusterLoad(cluster, { rooms: 10, writers: 30, readers: 3, pauseMs: 5, actions });
  await load.waitForResults(3_000);
  return findFaults(load, cluster, isSound);
};

/** A tenth of the messages does not fit into a notification, and further ones follow closely. */
export const sendLargeMessages: Oracle = async (cluster, isSound) => {
  const actions = { ...onlyActions('send'), send: 9, large: 1 };
  const load = await startClusterLoad(cluster, { rooms: 1, writers: 20, pauseMs: 20, actions });
  await load.waitForResults(500);
  return findFaults(load, cluster, isSound);
};

/** A node starts while people are online on another one. */
export const startNode: Oracle = async (cluster, isSound) => {
  const load = await startClusterLoad(cluster, { urls: cluster.urls });
  const listOffline = await watchReaders(load, cluster);
  await cluster.addNode();
  const offline = await listOffline();
  return [...(offline.length > 0 ? ['offline'] : []), ...(await findFaults(load, cluster, isSound))];
};

/** A load whose writers have ended. */
async function startQuietLoad(cluster: Cluster): Promise<Load> {
  const load = await startClusterLoad(cluster, { urls: cluster.urls });
  await load.waitForResults(100);
  await load.finish();
  return load;
}

/** Sends a message through one node, also if a connection to PostgreSQL breaks meanwhile. */
async function sendOneMore({ readers: [reader] }: Load, url: string, roomId: string): Promise<void> {
  if (!reader) throw new Error('a load needs a reader');
  const client = createHttpClient({ ...reader.person, url });
  const message = { roomId, id: newId(), text: 'The last one' };
  await client.request('send_message', message).catch(() => client.request('send_message', message));
}

async function findFaults(load: Load, cluster: Cluster, isSound = false): Promise<string[]> {
  if (isSound) await load.finish(SOUND_FINISH_MS);
  else await load.finish(BROKEN_FINISH_MS).catch(() => {});
  const { problems } = await findProblems(getClusterEvidence(load, cluster));
  return [...new Set(problems.map(({ fault }) => fault))];
}
