import { CommandError } from '@snug/protocol';
import { accessFile } from '../src/admin/reports/access.ts';
import { createCore } from '../src/app/core.ts';
import type { Bus } from '../src/cluster/bus/bus.ts';
import { ClusterBus } from '../src/cluster/bus/cluster-bus.ts';
import { createNotificationEncoder, type Origin } from '../src/cluster/bus/envelope.ts';
import { RoutedBus } from '../src/cluster/bus/routed-bus.ts';
import { LEASE_MS } from '../src/cluster/nodes/node-store.ts';
import type { Dispatch } from '../src/commands/dispatch.ts';
import type { Mutations, Publication } from '../src/db/mutation.ts';
import type { FileStorage } from '../src/files/storage/storage.ts';
import type { ConnectionRegistry } from '../src/realtime/connection-registry.ts';
import type { RoomFeed, RoomFeedOptions } from '../src/realtime/room-feed.ts';
import { createBegin } from '../src/search/search-run.ts';
import { SimpleIndex } from '../src/testing/simple-index.ts';
import type { SimulatedBus, SimulatedChannel } from './bus.ts';
import type { SimulatedClock } from './clock.ts';
import type { Link } from './network.ts';
import type { ServerStore, SimulatedStore, SimulatedStoreOptions } from './store.ts';
import type { TrimmingServer } from './trims.ts';

/** Small, so that clients often fall far enough behind for a reset. */
const MAX_CATCH_UP = 6;
const LEASE_RENEWAL_MS = 2_000;

let nodeCount = 0;

/** The simulation has no uploads. */
const NO_STORAGE: FileStorage = {
  moveFrom: () => Promise.reject(new Error('no storage')),
  put: () => Promise.reject(new Error('no storage')),
  find: async () => undefined,
  read: async () => undefined,
  list: async () => [],
  remove: async () => {},
};

export interface Faults {
  mutations?: Mutations;
  dispatch?: (real: Dispatch) => Dispatch;
  shouldLose?: (publication: Publication) => boolean;
  disablesStorage?: boolean;
  locking?: SimulatedStoreOptions['locking'];
  feed?: (options: RoomFeedOptions) => RoomFeed;
  publishesBeforeCommit?: boolean;
  accessFile?: typeof accessFile;
  rewrite?: SimulatedStoreOptions['rewrite'];
  /** Changes the frames that clients receive. */
  receive?: (frame: string) => string;
}

export interface ServerOptions {
  store: SimulatedStore;
  bus: SimulatedBus;
  /** Whether a message broker carries events beside the database. */
  hasBroker: boolean;
  /** The servers whose lease has not ended. */
  listLiving: () => readonly SimulatedServer[];
  epoch: string;
  clock: SimulatedClock;
  onError: (error: unknown) => void;
  faults: Faults;
}

/** A real server without its process, from one start to a crash, beside others on a database that outlives it. */
export class SimulatedServer {
  readonly node = `node ${++nodeCount}`;
  readonly #connections: ConnectionRegistry;
  readonly #store: ServerStore;
  readonly #accessFile: (uid: string, id: string) => Promise<unknown>;
  readonly #now: () => number;
  readonly #kill: () => void;
  readonly trimming: TrimmingServer;
  #killedAt: number | undefined;

  constructor({ store, bus, hasBroker, listLiving, epoch, clock, onError, faults }: ServerOptions) {
    const origin = { node: this.node, epoch };
    const database = bus.connect('database');
    const broker = hasBroker ? bus.connect('broker') : undefined;
    const ownBus = createBus(clock, origin, database, broker);
    const encoder = createNotificationEncoder(this.node, hasBroker);
    const ownStore = store.open({
      epoch,
      onCommit: publications => {
        const payloads = publications.map(publication => encoder.encode(publication));
        bus.send(
          'database',
          payloads.filter(payload => payload !== undefined),
        );
      },
      onRun: faults.publishesBeforeCommit ? publications => ownBus.publish(publications) : undefined,
    });
    const searchIndex = new SimpleIndex(ownStore.read);
    const { steadyNow, setTimer } = clock;
    const core = createCore({
      store: ownStore,
      files: { storage: NO_STORAGE, folder: '', diskSpace: async () => ({ total: 1, free: 1 }) },
      clock,
      config: { fixed: {}, providers: [], maxFileBytes: 1, quota: 1, rates: undefined, outboundAllow: [] },
      server: { engine: 'postgres', startedAt: 0, settings: [], readDatabaseBytes: async () => 0 },
      secret: '',
      onFailure: onError,
      bus: ownBus,
      searchIndex,
      beginSearch: createBegin({ steadyNow, setTimer, read: ownStore.read, index: searchIndex }),
      maxCatchUp: MAX_CATCH_UP,
      wrapDispatch: real => reportInvalid(faults.dispatch?.(real) ?? real, onError),
      ...(faults.feed && { createFeed: faults.feed }),
    });
    this.#connections = core.connections;
    this.trimming = core;
    const access = faults.accessFile ?? accessFile;
    this.#accessFile = (uid, id) => access(core.read, { uid, now: core.now() }, id);
    this.#store = ownStore;
    this.#now = clock.now;
    const stopRenewals = clock.repeat(() => {
      const others = listLiving().filter(other => other !== this);
      ownBus.expectNodes(others.map(({ node }) => node));
    }, LEASE_RENEWAL_MS);
    this.#kill = () => {
      stopRenewals();
      // First of all: a bus that is stopped takes leave of the others.
      void Promise.all([database.stop(), broker?.stop()]);
      void ownBus.stop();
      ownStore.kill();
    };
  }

  accept(link: Link): void {
    link.setConnection(this.#connections.accept(link.person, getSessionId(link.person.uid), link.transport));
  }

  /** As the route of downloads decides. */
  canDownload(uid: string, fileId: string): Promise<boolean> {
    return this.#accessFile(uid, fileId).then(
      () => true,
      (error: unknown) => {
        if (error instanceof CommandError && error.code === 'not_found') return false;
        throw error;
      },
    );
  }

  readonly remove: ConnectionRegistry['remove'] = connection => this.#connections.remove(connection);

  /** Ends at once. Some of its running writes are stored, and it sends no results. */
  kill(): void {
    this.#killedAt = this.#now();
    this.#kill();
    this.#connections.close();
  }

  /** Also for a while after a crash, and until its last transaction has ended. */
  get hasLease(): boolean {
    return this.#killedAt === undefined || this.#now() < this.#killedAt + LEASE_MS || this.#store.isWriting();
  }
}

function createBus(
  clock: SimulatedClock,
  origin: Origin,
  database: SimulatedChannel,
  broker: SimulatedChannel | undefined,
): Bus {
  const databaseBus = new ClusterBus({ origin, channel: database, clock });
  if (!broker) return databaseBus;
  return new RoutedBus({
    database: databaseBus,
    broker: new ClusterBus({ origin, channel: broker, clock }),
  });
}

/** The server refuses an invalid command before it does anything, so its action would test nothing. */
function reportInvalid(run: Dispatch, onError: (error: unknown) => void): Dispatch {
  return async (caller, command, input) => {
    try {
      return await run(caller, command, input);
    } catch (error) {
      if (error instanceof CommandError && error.code === 'invalid_input') onError(error);
      throw error;
    }
  };
}

/** Each person has one session. */
export function getSessionId(uid: string): string {
  return `session of ${uid}`;
}
