import { runStatement } from '@snug/testkit/postgres/postgres-server.ts';
import type { TestS3Store } from '@snug/testkit/s3/s3-store.ts';
import { until } from '@snug/testkit/until.ts';
import { inject, onTestFinished } from 'vitest';
import { type CheckSummary, checkEvidence, type Evidence } from '../check/check.ts';
import { ALL_ACTIONS, type Weights } from '../load/actions/actions.ts';
import { Load, type LoadOptions } from '../load/load.ts';
import { SEED } from '../seed.ts';
import { Cluster, type NodeOptions } from './cluster.ts';

/** One message in about twenty does not fit into a notification. */
export const CLUSTER_ACTIONS: Weights = { ...ALL_ACTIONS, large: 5 };

export async function startTestCluster(
  nodes: number,
  node: NodeOptions = {},
  store?: TestS3Store,
): Promise<Cluster> {
  const cluster = await Cluster.start({
    nodes,
    node,
    ...(store && { store }),
    from: inject('clusterPeople').postgres,
  });
  onTestFinished(() => cluster.remove());
  return cluster;
}

/** A load on all nodes that stops with the test. A part of its people connect through the balancer. */
export async function startClusterLoad(cluster: Cluster, options: Partial<LoadOptions> = {}): Promise<Load> {
  const { people } = inject('clusterPeople');
  const { url } = cluster.balancer;
  const urls = [...cluster.urls, url];
  const load = await Load.start({ url, urls, seed: SEED, people, actions: CLUSTER_ACTIONS, ...options });
  onTestFinished(() => load.stop());
  return load;
}

export function getClusterEvidence(load: Load, { data, s3, databaseUrl }: Cluster): Evidence {
  return { ...load.getEvidence(data), s3, databaseUrl };
}

/** Waits for a load to come to rest, and throws if a promise was broken. */
export async function finishAndCheckCluster(load: Load, cluster: Cluster): Promise<CheckSummary> {
  await load.finish();
  return checkEvidence(getClusterEvidence(load, cluster));
}

/** Resolves when the readers on these nodes have everything that is stored now, with the time in ms. */
export async function waitUntilRead(
  load: Load,
  cluster: Cluster,
  urls: readonly string[],
  timeoutMs = 60_000,
): Promise<number> {
  const begun = performance.now();
  const rooms = await readRooms(cluster);
  const readers = load.readers.filter(({ person }) => urls.includes(person.url));
  const hasRead = () =>
    readers.every(({ chat }) => rooms.every(({ id, seq }) => (chat.room(id).knownSeq ?? 0) >= seq));
  await until('the other nodes have everything', hasRead, { timeoutMs });
  return performance.now() - begun;
}

/** The stored positions of all rooms. */
export function readRooms(cluster: Cluster): Promise<{ id: string; seq: number }[]> {
  return queryCluster(cluster, 'select id, seq::int from rooms');
}

export function queryCluster<Row extends object>(
  { databaseUrl }: Cluster,
  statement: string,
): Promise<Row[]> {
  return runStatement<Row>(databaseUrl, statement);
}
