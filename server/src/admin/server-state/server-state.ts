import {
  type BrokerState,
  type Checkup,
  MAX_LISTED_NODES,
  type ServerNode,
  type ServerState,
} from '@snug/protocol';
import { isRelease } from '../../base/command-name.ts';
import { RELEASE } from '../../base/release.ts';
import type { Bus } from '../../cluster/bus/bus.ts';
import type { JobRunner } from '../../cluster/jobs/job-runner.ts';
import { countDue } from '../../cluster/jobs/job-store.ts';
import { LEASE_MS, listNodes } from '../../cluster/nodes/node-store.ts';
import { readLastBackup } from '../../db/last-backup.ts';
import type { Db } from '../../db/schema.ts';
import type { DiskSpace } from '../../files/disk-space.ts';
import type { FileStoreState } from '../../files/storage/storage.ts';
import type { Mailer } from '../../mail/mailer.ts';
import type { CountedSender } from '../../notifications/sending/counted-sender.ts';
import type { FollowingIndex } from '../../search/search-index.ts';

/** An admin reloads the page to see whether the store works again. */
const STORE_CHECK_MS = 5_000;

/** Constant from the start of this process. */
export interface ServerFacts extends Pick<ServerState, 'engine' | 'settings'> {
  startedAt: number;
  readDatabaseBytes: () => Promise<number>;
  /** Undefined if the files are in the data folder. */
  fileStore?: FileStoreState | undefined;
  /** Of the machine of this process. */
  checkups?: { readonly last: Checkup | undefined; run: () => Promise<void> } | undefined;
}

export interface ServerStateOptions extends ServerFacts {
  read: Db;
  now: () => number;
  diskSpace: () => Promise<DiskSpace>;
  jobs: Pick<JobRunner, 'listFailed'>;
  bus: Pick<Bus, 'brokerConnection'>;
  /** Undefined without a mail server. */
  mailer?: Pick<Mailer, 'problem'> | undefined;
  /** Undefined without the search in messages. */
  searchIndex?: Pick<FollowingIndex, 'readProgress'> | undefined;
  /** Undefined without pushes. */
  pushSender?: Pick<CountedSender, 'figures'> | undefined;
}

export class ServerStateReader {
  readonly #options: ServerStateOptions;

  constructor(options: ServerStateOptions) {
    this.#options = options;
  }

  /** Does not check that the caller is a workspace admin. */
  async read({ check = false } = {}): Promise<ServerState> {
    if (check) await this.#options.checkups?.run();
    const { read, now, engine, settings, diskSpace, readDatabaseBytes, jobs } = this.#options;
    const { mailer, fileStore, searchIndex, pushSender } = this.#options;
    const [nodes, backup, dueJobs, databaseBytes, disk, search, storeProblem] = await Promise.all([
      this.#readNodes(),
      readLastBackup(read),
      countDue(read, now()),
      readDatabaseBytes(),
      diskSpace(),
      searchIndex?.readProgress?.(),
      fileStore?.findProblem(STORE_CHECK_MS),
    ]);
    const commands = isRelease() ? 'snug' : 'npm';
    const state = {
      commands,
      nodes,
      dueJobs,
      databaseBytes,
      disk,
      settings,
      failedJobs: jobs.listFailed(),
    } as const;
    const mail = mailer?.problem;
    const pushes = pushSender?.figures;
    const broker = this.#readBroker();
    return {
      engine,
      release: RELEASE,
      ...state,
      ...(backup && { backup }),
      ...(mail && { mail }),
      ...(fileStore && { fileStore: storeProblem ? { problem: storeProblem } : {} }),
      ...(broker && { broker }),
      ...(search && { search }),
      ...(pushes && { pushes }),
    };
  }

  #readBroker(): BrokerState | undefined {
    const { now, bus } = this.#options;
    const { brokerConnection: connection } = bus;
    return connection && { isConnected: connection.isConnected, since: Math.round(now() - connection.forMs) };
  }

  /** A server with a data folder is alone on its database. */
  async #readNodes(): Promise<ServerNode[]> {
    const { read, engine, startedAt, now, checkups } = this.#options;
    const last = checkups?.last;
    if (engine !== 'postgres')
      return [{ release: RELEASE, startedAt, seenAt: now(), ...(last && { checkup: last }) }];
    return (await listNodes(read, MAX_LISTED_NODES)).map(row => ({
      release: row.version,
      startedAt: row.startedAt,
      seenAt: row.expiresAt - LEASE_MS,
      ...(row.checkup && { checkup: row.checkup }),
    }));
  }
}
