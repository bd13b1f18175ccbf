import { CommandError } from '@snug/protocol';
import { accessFile } from '../src/admin/reports/access.ts';
import { createCore } from '../src/app/core.ts';
import { ClusterBus } from '../src/cluster/bus/cluster-bus.ts';
import type { Dispatch } from '../src/commands/dispatch.ts';
import type { Mutations, Publication } from '../src/db/mutation.ts';
import type { FileStorage } from '../src/files/storage/storage.ts';
import type { ConnectionRegistry } from '../src/realtime/connection-registry.ts';
import type { RoomFeed, RoomFeedOptions } from '../src/realtime/room-feed.ts';
import { SimpleIndex } from '../src/testing/simple-index.ts';
import type { SimulatedBus } from './bus.ts';
import type { SimulatedClock } from './clock.ts';
import type { Link } from './network.ts';
import type { OnRun, SimulatedStore, SimulatedStoreOptions } from './store.ts';
import type { TrimmingServer } from './trims.ts';

/** Small, so that clients often fall far enough behind for a reset. */
const MAX_CATCH_UP = 6;

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
}

export interface ServerOptions {
  store: SimulatedStore;
  bus: SimulatedBus;
  epoch: string;
  clock: SimulatedClock;
  onError: (error: unknown) => void;
  faults: Faults;
}

/** A real server without its process, from one start to a crash, beside others on a database that outlives it. */
export class SimulatedServer {
  readonly #connections: ConnectionRegistry;
  readonly #accessFile: (uid: string, id: string) => Promise<unknown>;
  readonly #kill: () => void;
  readonly trimming: TrimmingServer;

  constructor({ store, bus, epoch, clock, onError, faults }: ServerOptions) {
    const origin = { node: `node ${++nodeCount}`, epoch };
    const ownBus = new ClusterBus({ origin, channel: bus.connect(), clock });
    const publish: OnRun = publications => ownBus.publish(publications);
    const onLateCommit: OnRun = publications => bus.sendLate(publications);
    const ownStore = store.open(epoch, onLateCommit, faults.publishesBeforeCommit ? publish : undefined);
    const core = createCore({
      store: ownStore,
      files: { storage: NO_STORAGE, folder: '', diskSpace: async () => ({ total: 1, free: 1 }) },
      clock,
      config: { fixed: {}, providers: [], maxFileBytes: 1, quota: 1, rates: undefined, outboundAllow: [] },
      server: { engine: 'postgres', startedAt: 0, settings: [], readDatabaseBytes: async () => 0 },
      secret: '',
      onFailure: onError,
      bus: ownBus,
      searchIndex: new SimpleIndex(ownStore.read),
      maxCatchUp: MAX_CATCH_UP,
      wrapDispatch: real => reportInvalid(faults.dispatch?.(real) ?? real, onError),
      ...(faults.feed && { createFeed: faults.feed }),
    });
    this.#connections = core.connections;
    this.trimming = core;
    const access = faults.accessFile ?? accessFile;
    this.#accessFile = (uid, id) => access(core.read, { uid, now: core.now() }, id);
    this.#kill = () => {
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
    this.#kill();
    this.#connections.close();
  }
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
