import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, readConfig } from '@snug/server/config/config.ts';
import { PostgresServer, type StoppedPostgres } from '@snug/testkit/postgres/postgres-server.ts';
import type { TestS3Store } from '@snug/testkit/s3/s3-store.ts';
import { type ProcessOptions, ServerProcess } from '@snug/testkit/server-process.ts';
import { FaultProxy } from '../proxy/proxy.ts';
import { RoundRobinProxy } from './round-robin-proxy.ts';

export const SNUG_SECRET = 'the same secret on all nodes of a cluster';
export const DATABASE = 'snug';

/** The connections that receive notifications send it. */
const LISTEN = 'listen "';

export interface ClusterOptions {
  nodes: number;
  /** The stopped database server to copy. */
  from: StoppedPostgres;
  node?: NodeOptions;
  /** Has the files. Then each node has a data folder of its own. */
  store?: TestS3Store;
}

/** Of each node, or by its index. */
export type NodeOptions = ProcessOptions | ((index: number) => ProcessOptions);

/** A node, and the proxy before the database that only this node uses. */
export interface ClusterNode {
  server: ServerProcess;
  database: FaultProxy;
}

/** Several real nodes on one durable PostgreSQL server, with one data folder, or with a store and a folder each. */
export class Cluster {
  /** Where the address of the database leads. */
  postgres: PostgresServer;
  /** Sends each request and each socket to the next node. */
  readonly balancer: RoundRobinProxy;
  readonly nodes: ClusterNode[] = [];
  readonly data = mkdtempSync(join(tmpdir(), 'snug-cluster-'));
  readonly #options: ClusterOptions;
  readonly #ownPostgres: PostgresServer;

  static async start(options: ClusterOptions): Promise<Cluster> {
    const postgres = await PostgresServer.start({ durable: true, from: options.from });
    const cluster = new Cluster(options, postgres, await RoundRobinProxy.start());
    const starts = Array.from({ length: options.nodes }, (_, index) => cluster.#startNode(index));
    const started = await Promise.allSettled(starts);
    for (const start of started) if (start.status === 'fulfilled') cluster.#join(start.value);
    const failed = started.find(start => start.status === 'rejected');
    if (!failed) return cluster;
    await cluster.remove();
    throw failed.reason;
  }

  private constructor(options: ClusterOptions, postgres: PostgresServer, balancer: RoundRobinProxy) {
    this.#options = options;
    this.postgres = postgres;
    this.#ownPostgres = postgres;
    this.balancer = balancer;
  }

  /** Not through a proxy. */
  get databaseUrl(): string {
    return this.postgres.getUrl(DATABASE);
  }

  /** Of the file store, if there is one. */
  get s3(): Config['s3'] {
    return readConfig({ ...this.#options.store?.environment }).s3;
  }

  get urls(): string[] {
    return this.nodes.map(({ server }) => server.url);
  }

  /** Counts in turn: after the last node, the first one. */
  getNode(index: number): ClusterNode {
    const node = this.nodes[index % this.nodes.length];
    if (!node) throw new Error('a cluster has nodes');
    return node;
  }

  /** Moves the address of the database to another server, and cuts all connections to the previous one. */
  moveDatabase(to: PostgresServer): void {
    this.postgres = to;
    for (const { database } of this.nodes) database.moveTo(to.port);
  }

  async addNode(): Promise<void> {
    this.#join(await this.#startNode(this.nodes.length));
  }

  async remove(): Promise<void> {
    await Promise.all(this.nodes.map(({ server }) => server.remove()));
    await Promise.all([this.balancer.close(), ...this.nodes.map(({ database }) => database.close())]);
    await this.#ownPostgres.remove();
    rmSync(this.data, { recursive: true, force: true });
  }

  #join(node: ClusterNode): void {
    this.nodes.push(node);
    this.balancer.addServer(node.server.port);
  }

  async #startNode(index: number): Promise<ClusterNode> {
    const database = await FaultProxy.start(this.postgres.port, { marker: LISTEN });
    const url = new URL(this.databaseUrl);
    url.port = new URL(database.url).port;
    const { node = {}, store } = this.#options;
    const options = typeof node === 'function' ? node(index) : node;
    const own = { ...store?.environment, DATABASE_URL: url.href, SNUG_SECRET, SNUG_URL: this.balancer.url };
    const data = store ? join(this.data, String(index)) : this.data;
    const settings = { ...options.settings, ...own };
    return { database, server: await ServerProcess.start({ ...options, data, settings }) };
  }
}
