import { readEpoch } from '../src/db/epoch.ts';
import type { Mutations, Publication } from '../src/db/mutation.ts';
import type { Db } from '../src/db/schema.ts';
import { type Outcome, runBatch } from '../src/db/sqlite/batch.ts';
import { Writer } from '../src/db/writer.ts';
import { createFileServices } from '../src/files/file-services.ts';
import type { FileStorage } from '../src/files/storage.ts';
import { Answers } from '../src/limits/answers.ts';
import { CommandLimits } from '../src/limits/command-limits.ts';
import { Limits } from '../src/limits/limits.ts';
import { WaitingBytes } from '../src/limits/waiting-bytes.ts';
import { MUTATIONS, type SnugMutations } from '../src/mutations.ts';
import { Presences } from '../src/presence/presences.ts';
import { Connections } from '../src/realtime/connections.ts';
import { createDispatch, type Dispatch } from '../src/realtime/dispatch.ts';
import { Hub } from '../src/realtime/hub.ts';
import { Rounds } from '../src/realtime/rounds.ts';
import { Attendance } from '../src/rooms/attendance.ts';
import { RoomStates } from '../src/rooms/room-states.ts';
import { RoomSummaries } from '../src/rooms/room-summaries.ts';
import type { Clock } from './clock.ts';
import type { Link } from './network.ts';

/** Few, so that readers fall behind far enough to be reset. */
const MAX_CATCH_UP = 6;

/** Nobody uploads anything here. */
const NO_STORAGE: FileStorage = {
  take: () => Promise.reject(new Error('no storage')),
  put: () => Promise.reject(new Error('no storage')),
  list: async () => [],
  remove: async () => {},
  pathOf: key => key,
};

/** What is taken out of the server and the clients, to show that the simulation notices. */
export interface Faults {
  mutations?: Mutations;
  dispatch?(real: Dispatch): Dispatch;
  /** Events that the hub loses. */
  loses?(publication: Publication): boolean;
  /** Browsers keep nothing. */
  forgets?: boolean;
}

function roundsOf({ now, setTimer }: Clock) {
  const made = () => new Rounds({ now, defer: setImmediate, setTimer });
  return { rounds: made(), laterRounds: made() };
}

function unlimited(now: () => number, onFailure: (error: unknown) => void) {
  const answers = new Answers({ limits: new Limits(undefined, now), onFailure });
  return { answers, waiting: new WaitingBytes() };
}

/** The real server without its process: one life of it, from a start to a crash, on a database that stays. */
export class SimulatedServer {
  readonly #connections: Connections;
  /** Batches whose transaction has not been started by the disk. */
  readonly #batches: (() => Promise<void>)[] = [];
  #isDead = false;

  static async start(
    db: Db,
    clock: Clock,
    onError: (error: unknown) => void,
    faults: Faults,
  ): Promise<SimulatedServer> {
    return new SimulatedServer(db, await readEpoch(db), clock, onError, faults);
  }

  private constructor(
    db: Db,
    epoch: string,
    clock: Clock,
    onError: (error: unknown) => void,
    faults: Faults,
  ) {
    const { now, setTimer } = clock;
    const hub = new Hub();
    const publish = (publications: readonly Publication[]) => {
      if (!this.#isDead) hub.publish(publications.filter(publication => !faults.loses?.(publication)));
    };
    const attendance = new Attendance({ publish, setTimer });
    const { isHeard } = hub;
    const summaries = new RoomSummaries({ read: db, publish, isHeard, now, setTimer, onFailure: onError });
    const writer = new Writer<SnugMutations>({
      runBatch: jobs => this.#hold(() => runBatch(db, faults.mutations ?? MUTATIONS, jobs)),
      onCommit: publications => {
        publish(publications);
        for (const { event } of publications) summaries.note(event);
      },
      onFailure: onError,
    });
    const presences = new Presences({
      write: (uid, state) => writer.write('set_presence', { uid, now: now() }, { state }),
      writeEnd: () => writer.write('end_presence', { uid: '', now: clock.now() }, undefined),
      setTimer,
      onFailure: onError,
    });
    const quota = Number.POSITIVE_INFINITY;
    const diskSpace = async () => ({ total: 1, free: 1 });
    const stored = { diskSpace, storage: NO_STORAGE, folder: '', quota };
    const files = createFileServices({ ...stored, read: db, writer, now, onFailure: onError });
    const roomStates = new RoomStates({ read: db, maxCatchUp: MAX_CATCH_UP, setTimer });
    const real = createDispatch(
      { read: db, writer, files, attendance, now, roomStates, providers: [], endSessions: () => {} },
      new CommandLimits(new Limits(undefined, now)),
      onError,
    );
    this.#connections = new Connections({
      ...unlimited(now, onError),
      hub,
      attendance,
      dispatch: faults.dispatch?.(real) ?? real,
      now,
      read: db,
      findStanding: async sessionIds => new Set(sessionIds),
      presences,
      epoch,
      defer: setImmediate,
      ...roundsOf(clock),
      repeat: clock.repeat,
      onFailure: onError,
    });
  }

  get hasBatch(): boolean {
    return this.#batches.length > 0;
  }

  accept(link: Link): void {
    link.accepted(this.#connections.accept(link.person, link.person.uid, link.transport));
  }

  readonly remove: Connections['remove'] = connection => this.#connections.remove(connection);

  /** The disk takes the next batch. */
  async commit(): Promise<void> {
    await this.#batches.shift()?.();
  }

  /** Dies at once: what was not committed is gone, and of what was, the answers may be. */
  kill(): void {
    this.#isDead = true;
    this.#batches.length = 0;
    this.#connections.close();
  }

  #hold(store: () => Promise<Outcome[]>): Promise<Outcome[]> {
    return new Promise((resolve, reject) => {
      this.#batches.push(() => store().then(resolve, reject));
    });
  }
}
