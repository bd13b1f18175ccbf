import type { Dispatch } from '../src/commands/dispatch.ts';
import { createCore } from '../src/core.ts';
import type { Mutations, Publication } from '../src/db/mutation.ts';
import type { FileStorage } from '../src/files/storage/storage.ts';
import type { ConnectionRegistry } from '../src/realtime/connection-registry.ts';
import type { RoomFeed, RoomFeedOptions } from '../src/realtime/room-feed.ts';
import type { SimulatedBus } from './bus.ts';
import type { SimulatedClock } from './clock.ts';
import type { Link } from './network.ts';
import type { SimulatedStore, SimulatedStoreOptions } from './store.ts';

/** Few, so that readers fall behind far enough to be reset. */
const MAX_CATCH_UP = 6;

/** Nobody uploads anything here. */
const NO_STORAGE: FileStorage = {
  moveFrom: () => Promise.reject(new Error('no storage')),
  put: () => Promise.reject(new Error('no storage')),
  find: async () => undefined,
  read: async () => undefined,
  list: async () => [],
  remove: async () => {},
};

/** What is taken out of the servers and the clients, to show that the simulation notices. */
export interface Faults {
  mutations?: Mutations;
  dispatch?: (real: Dispatch) => Dispatch;
  /** Events that the bus loses. */
  shouldLose?: (publication: Publication) => boolean;
  /** Browsers keep nothing. */
  disablesStorage?: boolean;
  locking?: SimulatedStoreOptions['locking'];
  feed?: (options: RoomFeedOptions) => RoomFeed;
}

export interface ServerOptions {
  store: SimulatedStore;
  bus: SimulatedBus;
  epoch: string;
  clock: SimulatedClock;
  onError: (error: unknown) => void;
  faults: Faults;
}

/** A real server without its process: one life of it, from a start to a crash, beside others on a database that stays. */
export class SimulatedServer {
  readonly #connections: ConnectionRegistry;
  readonly #kill: () => void;

  constructor({ store, bus, epoch, clock, onError, faults }: ServerOptions) {
    const [own, end] = [store.open(epoch), bus.connect()];
    const core = createCore({
      store: own,
      files: { storage: NO_STORAGE, folder: '', diskSpace: async () => ({ total: 1, free: 1 }) },
      clock,
      settings: { providers: [], quota: Number.POSITIVE_INFINITY, rates: undefined },
      onFailure: onError,
      bus: end,
      maxCatchUp: MAX_CATCH_UP,
      ...(faults.dispatch && { wrapDispatch: faults.dispatch }),
      ...(faults.feed && { createFeed: faults.feed }),
    });
    this.#connections = core.connections;
    this.#kill = () => {
      end.kill();
      own.kill();
    };
  }

  accept(link: Link): void {
    link.setConnection(this.#connections.accept(link.person, getSessionId(link.person.uid), link.transport));
  }

  readonly remove: ConnectionRegistry['remove'] = connection => this.#connections.remove(connection);

  /** Dies at once. Of what it was storing, some is stored, and nobody is told. */
  kill(): void {
    this.#kill();
    this.#connections.close();
  }
}

/** Everyone has one session. */
export function getSessionId(uid: string): string {
  return `session of ${uid}`;
}
