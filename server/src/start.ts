import { join } from 'node:path';
import { MAX_CATCH_UP, roomTopic } from '@snug/protocol';
import { createAuth } from './accounts/auth.ts';
import { splitDatabase } from './accounts/auth-dialect.ts';
import { removeHalfMadeUsers } from './accounts/half-made.ts';
import { readOrMakeSecret } from './accounts/secret.ts';
import type { SessionEvents } from './accounts/session-hooks.ts';
import { findStanding, removeOver } from './accounts/session-store.ts';
import { Sessions } from './accounts/sessions.ts';
import { readEpoch } from './db/epoch.ts';
import { Gathering } from './db/gathering.ts';
import type { Publication } from './db/mutation.ts';
import type { Db } from './db/schema.ts';
import { checkpoint } from './db/sqlite/checkpoint.ts';
import { codeOf, type DataFolder, messageOf, openData } from './db/sqlite/data-folder.ts';
import { isStorageFailure, openSqlite } from './db/sqlite/sqlite.ts';
import { startWriterThread, type WriterThread } from './db/sqlite/thread.ts';
import { Writer } from './db/writer.ts';
import { openFiles } from './files/file-services.ts';
import { createApp, createServer } from './http/app.ts';
import { Answers } from './limits/answers.ts';
import { CommandLimits } from './limits/command-limits.ts';
import { Limits } from './limits/limits.ts';
import { WaitingBytes } from './limits/waiting-bytes.ts';
import type { SnugMutations } from './mutations.ts';
import { storeAllOffline } from './presence/presence-store.ts';
import { Presences } from './presence/presences.ts';
import { Connections } from './realtime/connections.ts';
import { createDispatch } from './realtime/dispatch.ts';
import { Hub } from './realtime/hub.ts';
import { Rounds } from './realtime/rounds.ts';
import { Attendance } from './rooms/attendance.ts';
import { RoomStates } from './rooms/room-states.ts';
import { RoomSummaries } from './rooms/room-summaries.ts';
import { type Settings } from './settings.ts';
import { StartError } from './start-error.ts';

const WEB_FOLDER = join(import.meta.dirname, '..', '..', 'web', 'dist');

const CLOSE_WITHIN_MS = 1_000;

/** How many may wait to be let in, as after a restart: more have to knock again, seconds later. The system may allow fewer. */
const BACKLOG = 4_096;

export interface RunningServer {
  /** Tells the browsers, lets what was asked for be stored, and closes the database. */
  stop(): Promise<void>;
}

/** Starts everything. Throws a `StartError` where this machine or its settings do not allow it. */
export async function startServer(
  settings: Settings,
  onDeath: (error: unknown) => void,
): Promise<RunningServer> {
  const { path, settled, unlock } = await prepareData(settings.data);
  const app = createServer(settings);
  if (settled) app.log.warn(`A restore was interrupted, and is ${settled} now.`);
  const onFailure = (error: unknown) => app.log.error(error);
  const core = await createCore(path, settings, onFailure, onDeath);
  const { read, writer, thread, files, presences, connections } = core;
  const auth = createAuth({
    settings,
    secret: settings.secret ?? readOrMakeSecret(settings.data),
    database: splitDatabase(read, writer),
    onSession: toSessions(presences, connections),
    onFailure,
  });
  await auth.$context;
  const sessions = new Sessions({ auth, read, writer, now: core.now, onFailure });
  await createApp(app, { ...core, settings, webFolder: WEB_FOLDER, auth, sessions });
  await listen(app, settings);
  return {
    async stop() {
      connections.close();
      files.stop();
      await closeApp(app);
      await presences.close();
      await writer.idle();
      await read.destroy();
      // Last, because only a connection that may write folds the log into the database as it closes.
      await thread.stop();
      unlock();
    },
  };
}

/** All that is behind the routes: what is stored, who listens, and what commands do. */
async function createCore(
  path: string,
  { data, providers, quota, rates }: Settings,
  onFailure: (error: unknown) => void,
  onDeath: (error: unknown) => void,
) {
  const now = () => Date.now();
  const read = openSqlite(path, { readOnly: true });
  const epoch = await readEpoch(read);
  const hub = new Hub();
  const attendance = createAttendance(hub);
  const summaries = createSummaries(read, hub, onFailure);
  const thread = startWriterThread(path, onDeath);
  const writer = createWriter(thread, hub, summaries, onFailure);
  const presences = createPresences(writer, now, onFailure);
  const files = openFiles({ data, quota, read, writer, now, repeat, onFailure });
  const roomStates = new RoomStates({ read, maxCatchUp: MAX_CATCH_UP, setTimer });
  // After this turn, in which the one who asked for it is answered.
  const endSessions = (sessionIds: readonly string[]) =>
    void setImmediate(() => sessionIds.forEach(id => connections.endSession(id)));
  const services = { read, writer, files, attendance, now, roomStates, providers, endSessions };
  const limits = new Limits(rates, steadyNow);
  const commandLimits = new CommandLimits(limits, roomId => hub.count(roomTopic(roomId)));
  const dispatch = createDispatch(services, commandLimits, onFailure);
  const answers = new Answers({ limits, onFailure });
  const waiting = new WaitingBytes();
  const connections = new Connections({
    hub,
    attendance,
    dispatch,
    answers,
    waiting,
    now: steadyNow,
    read,
    findStanding: sessionIds => findStanding(read, sessionIds, now()),
    presences,
    epoch,
    defer: setImmediate,
    rounds: createRounds(),
    laterRounds: createRounds(),
    repeat,
    onFailure,
  });
  return { now, epoch, read, writer, thread, files, presences, dispatch, answers, connections, limits };
}

/** Lets what was asked for be answered. */
async function closeApp(app: ReturnType<typeof createServer>): Promise<void> {
  // A browser that is gone without a word never answers the close: it must not hold up the others' restart.
  const sockets = app.websocketServer.clients;
  const hurry = setTimeout(() => sockets.forEach(socket => socket.terminate()), CLOSE_WITHIN_MS);
  await app.close();
  clearTimeout(hurry);
}

/** Leaves the data folder as this version wants it. */
async function prepareData(folder: string): Promise<Omit<DataFolder, 'db'>> {
  const { db, ...rest } = await openData(folder);
  try {
    // What a killed server left in the log may be in this machine's memory only, where its last sync failed.
    await checkpoint(db);
    await removeHalfMadeUsers(db);
    await removeOver(db, Date.now());
    // Who was online when the server was killed comes back by reconnecting.
    await storeAllOffline(db, Date.now());
  } catch (error) {
    if (!isStorageFailure(error)) throw error;
    throw new StartError(`The database ${rest.path} cannot be written to (${messageOf(error)}).`);
  }
  await db.destroy();
  return rest;
}

/** What a commit leads to: its events, and a note in the lists of rooms. */
function announce(hub: Hub, summaries: RoomSummaries, publications: readonly Publication[]): void {
  hub.publish(publications);
  for (const { event } of publications) summaries.note(event);
}

function createWriter(
  { runBatch }: WriterThread,
  hub: Hub,
  summaries: RoomSummaries,
  onFailure: (error: unknown) => void,
): Writer<SnugMutations> {
  return new Writer({
    runBatch,
    onCommit: publications => announce(hub, summaries, publications),
    onFailure,
    gathering: new Gathering({ now: steadyNow, setTimer }),
  });
}

function createSummaries(read: Db, hub: Hub, onFailure: (error: unknown) => void): RoomSummaries {
  return new RoomSummaries({
    read,
    publish: publications => hub.publish(publications),
    isHeard: hub.isHeard,
    now: steadyNow,
    setTimer,
    onFailure,
  });
}

function createRounds(): Rounds {
  return new Rounds({ now: steadyNow, defer: setImmediate, setTimer });
}

function createAttendance(hub: Hub): Attendance {
  return new Attendance({
    publish: publications => hub.publish(publications),
    setTimer,
  });
}

function createPresences(
  writer: Writer<SnugMutations>,
  now: () => number,
  onFailure: (error: unknown) => void,
): Presences {
  return new Presences({
    write: (uid, state) => writer.write('set_presence', { uid, now: now() }, { state }),
    writeEnd: () => writer.write('end_presence', { uid: '', now: now() }, undefined),
    setTimer: (run, ms) => {
      const timer = setTimeout(run, ms).unref();
      return () => clearTimeout(timer);
    },
    onFailure,
  });
}

/** Offline first when somebody signs in, and before they are signed out. */
function toSessions(presences: Presences, connections: Connections): SessionEvents {
  return {
    begun: ({ userId }) => presences.signIn(userId),
    ending: ({ userId, id }) => presences.signOut(userId, id),
    ended: ({ userId, id }) => {
      connections.endSession(id);
      // Once more, for a connection that came in between.
      return presences.signOut(userId, id);
    },
  };
}

async function listen(app: ReturnType<typeof createServer>, { port, host }: Settings): Promise<void> {
  try {
    await app.listen({ port, host, backlog: BACKLOG });
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EADDRINUSE')
      throw new StartError(`Port ${port} is in use already; set PORT to another one.`);
    throw new StartError(`Snug cannot listen on ${host}, port ${port} (${code}).`);
  }
}

/** Milliseconds, of a clock that no admin sets: after a jump everyone would look silent, or have to wait. */
function steadyNow(): number {
  return performance.now();
}

function setTimer(run: () => void, ms: number): void {
  setTimeout(run, ms).unref();
}

function repeat(run: () => void, ms: number): () => void {
  const timer = setInterval(run, ms);
  return () => clearInterval(timer);
}
