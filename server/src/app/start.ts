import type { Server } from 'node:http';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { createAccounts } from '../account/accounts.ts';
import { readOrCreateSecret } from '../account/secret.ts';
import { createSetupLink } from '../account/setup/setup.ts';
import { describeServer } from '../admin/server-state/describe-server.ts';
import { publishPending } from '../admin/workspace/pending-publications.ts';
import { type Clock, systemClock } from '../base/clock.ts';
import { getErrorMessage } from '../base/error-detail.ts';
import { newId } from '../base/ids.ts';
import { RELEASE } from '../base/release.ts';
import { getErrorCode, StartError } from '../base/start-error.ts';
import { createBus } from '../cluster/bus/create-bus.ts';
import { createNotificationEncoder } from '../cluster/bus/envelope.ts';
import { NatsRefusedError } from '../cluster/bus/nats/nats-connection.ts';
import { probeNats } from '../cluster/bus/nats/probe-nats.ts';
import { storeCheckup } from '../cluster/nodes/node-store.ts';
import type { Dispatch } from '../commands/dispatch.ts';
import { cacheAvatars, openFiles } from '../commands/file-services.ts';
import { logRefusals } from '../commands/log-refusals.ts';
import { openStore } from '../commands/open-store.ts';
import type { Config } from '../config/config.ts';
import type { NatsSettings } from '../config/nats-settings.ts';
import { takeOverRecord } from '../db/last-backup.ts';
import { recordRelease } from '../db/release-history.ts';
import type { Db } from '../db/schema.ts';
import { getUsedStorages, openStorage } from '../files/storage/open-storage.ts';
import { openS3 } from '../files/storage/s3/open-s3.ts';
import type { FileStorage } from '../files/storage/storage.ts';
import { recordUsedStorages } from '../files/storage/used-storages.ts';
import { type AppOptions, createApp, createServer } from '../http/app.ts';
import { createFolderAssets } from '../http/assets/folder-assets.ts';
import type { PublishedAssets } from '../http/assets/published-assets.ts';
import { StoredAssets } from '../http/assets/stored-assets.ts';
import { serveMetrics } from '../http/metrics-route.ts';
import { ProbeCodes } from '../http/probe-route.ts';
import { createMailer } from '../mail/mailer.ts';
import { Metrics } from '../metrics/metrics.ts';
import { addProcessMetrics } from '../metrics/process-metrics.ts';
import { PushServices } from '../notifications/push-services.ts';
import { storeAllOffline } from '../people/presence/presence-store.ts';
import { startStatusEnds } from '../people/status/status-ends.ts';
import { openIndex, removeIndex } from '../search/open-index.ts';
import { SearchThread } from '../search/search-thread.ts';
import { ClusterNode, type NodeOptions } from './cluster-node.ts';
import { type Core, createCore } from './core.ts';
import { Checkups } from './doctor/checkups.ts';
import { checkMachine, checkStart, listSettingProblems } from './doctor/doctor.ts';
import { drain } from './drain.ts';
import { addServerMetrics } from './server-metrics.ts';

const FATAL_DELAY_MS = 200;

const CLOSE_TIMEOUT_MS = 1_000;

/** For reconnects after a restart; further clients retry after seconds. The system may allow fewer. */
const BACKLOG = 4_096;

export interface RunningServer {
  /** Makes its visitor the first workspace admin; undefined if the server has had one, or is older than the role. */
  setupLink: string | undefined;
  stop(): Promise<void>;
}

/** `webFolder`: the built page. Throws a `StartError` if the machine or the configuration prevents it. */
export async function startServer(
  config: Config,
  webFolder: string,
  onFatalError: (error: unknown) => void,
): Promise<RunningServer> {
  const isAlone = config.databaseUrl === undefined;
  // Before the writer's thread starts, which takes a tenth of a second: people who were online at a crash come back by
  // reconnecting. On a shared database, others may be online on another node.
  const prepare = async (db: Db, now: number) => {
    await recordRelease(db, RELEASE);
    await takeOverRecord(db, config.data);
    await recordUsedStorages(db, getUsedStorages(config));
    if (isAlone) await storeAllOffline(db, now);
  };
  const id = newId();
  let onRefused = onFatalError;
  const metrics = config.metrics && (await Metrics.create());
  const app = createServer(config);
  // Before the database is prepared, because a refusal ends the start.
  const brokerWarning = config.nats && (await checkBroker(config.nats));
  const fileStore = config.s3 && (await openS3(config.s3, { metrics, log: app.log }));
  const { store, warning } = await openStore({
    ...config,
    encoder: createNotificationEncoder(id, config.nats !== undefined),
    onFatalError,
    onRefused: error => onRefused(error),
    onConnection: metrics && (waitedMs => metrics.databaseWaitSeconds.observe(waitedMs / 1_000)),
    prepare,
  });
  const problems = listSettingProblems(config).map(({ text, next }) => `${text} ${next}`);
  for (const line of [warning, brokerWarning, describeMissingUrl(config), ...problems])
    if (line) app.log.warn(line);
  const onFailure = (error: unknown) => app.log.error(error);
  const clock = systemClock;
  const bus = createBus({ store, nats: config.nats, node: id, clock, metrics, onFailure });
  const storage = openStorage(config, fileStore);
  const cachedStorage = fileStore && cacheAvatars(storage, config, clock);
  const files = openFiles(config, isAlone, cachedStorage ?? storage);
  const secret = config.secret ?? readOrCreateSecret(config.data);
  const nodeId = isAlone ? undefined : id;
  const mail = await createMail(config, { ...systemClock, now: store.now, metrics, onFailure });
  const checkups = new Checkups({
    check: () => checkMachine(config),
    store: isAlone ? undefined : checkup => storeCheckup(store.read, id, checkup),
    now: store.now,
    onFailure,
  });
  const server = { ...describeServer(config, store), checkups, fileStore };
  const wrapDispatch = (dispatch: Dispatch) => logRefusals(dispatch, app.log);
  const location = { data: config.data, databaseUrl: config.databaseUrl };
  const searchIndex = config.isSearchOn
    ? await openIndex({ ...location, secret, clock, onFailure })
    : undefined;
  if (!searchIndex) await removeIndex(location, onFailure);
  const searchThread = searchIndex && new SearchThread({ location, index: searchIndex, onFailure });
  const push = config.isPushOn
    ? new PushServices({
        secret,
        origin: config.origins[0],
        allowed: config.outboundAllow,
        steadyNow: clock.steadyNow,
        metrics,
        onFailure,
      })
    : undefined;
  const core = createCore({
    store,
    files,
    fileStore: fileStore && { storage: fileStore, warn: text => app.log.warn(text) },
    clock,
    config,
    server,
    secret,
    onFailure,
    bus,
    searchIndex,
    push,
    beginSearch: searchThread?.begin,
    nodeId,
    mail,
    wrapDispatch,
    metrics,
  });
  const { writer, presenceTracker, connections, jobs, webhooks, notifier, readiness } = core;
  const onFatal = (error: unknown) => closeBefore(connections, () => onFatalError(error));
  const node = isAlone
    ? undefined
    : await startNode({
        id,
        bus,
        busName: config.nats ? 'nats' : 'database',
        ...core,
        clock,
        onOtherEnded: () => searchIndex?.compare?.(),
        onFatal,
        onFailure,
      });
  const accounts = createAccounts({ ...core, ...store, config, secret, onFailure });
  await accounts.auth.$context;
  const publishedAssets = isAlone ? undefined : openPublishedAssets(config, fileStore, clock, onFailure);
  if (metrics) {
    addProcessMetrics(metrics);
    addServerMetrics(metrics, {
      ...core,
      ...server,
      store,
      diskSpace: files.diskSpace,
      mailer: mail?.mailer,
      push,
      searchIndex,
    });
  }
  const endPublishing = await serve(
    app,
    {
      ...core,
      ...accounts,
      config,
      webFolder,
      publishedAssets,
      probes: { codes: new ProbeCodes(secret), node: id },
      metrics: metrics && { metrics, token: getOwnToken(config) },
    },
    publishedAssets,
    config,
  );
  const metricsServer = metrics && (await listenForScrapes(metrics, config));
  onRefused = onFatal;
  jobs.start();
  webhooks.deliverer.start();
  void warnOfMachine(config, app.log);
  void notifier?.start();
  const endStatusEnds = startStatusEnds({ ...core, repeat: clock.repeat, onFailure });
  const endCheckups = checkups.start(clock);
  const endPending = isAlone ? publishPending({ ...core, repeat: clock.repeat, onFailure }) : () => {};
  return {
    setupLink: await createSetupLink(writer, config.origins[0]),
    async stop() {
      const { drainMs: delayMs } = config;
      endPublishing();
      endPending();
      endCheckups();
      endStatusEnds();
      await drain({
        readiness,
        connections,
        countOthers: () => node?.countOthers() ?? 0,
        delayMs,
        setTimer: clock.setTimer,
      });
      connections.close();
      metricsServer?.close();
      metricsServer?.closeAllConnections();
      await Promise.all([jobs.stop(), webhooks.deliverer.stop(), notifier?.stop(), closeApp(app)]);
      mail?.mailer.close();
      await presenceTracker.close();
      await push?.sender.close();
      await writer.whenIdle();
      await node?.stop();
      await bus.stop();
      await searchThread?.close();
      await searchIndex?.close();
      cachedStorage?.close();
      fileStore?.close();
      await store.close();
    },
  };
}

/**
 * Returns a warning if the broker is away: until it comes back, events of other servers arrive a second late. Throws a `StartError` if it
 * refuses this server.
 */
async function checkBroker(nats: NatsSettings): Promise<string | undefined> {
  try {
    await probeNats(nats);
    return undefined;
  } catch (error) {
    if (error instanceof NatsRefusedError) throw new StartError(error.message);
    return `${getErrorMessage(error)}. Check NATS_URL. Until NATS answers, events of other servers arrive late.`;
  }
}

/** In the file store, or without one in a folder that all servers share. */
function openPublishedAssets(
  { data }: Config,
  storage: FileStorage | undefined,
  clock: Clock,
  onFailure: (error: unknown) => void,
): PublishedAssets {
  const folder = join(data, 'assets');
  return storage ? new StoredAssets({ storage, folder, clock, onFailure }) : createFolderAssets(folder);
}

/** Of what does not prevent the start. */
async function warnOfMachine(config: Config, log: FastifyBaseLogger): Promise<void> {
  for (const { status, text, next } of await checkStart(config))
    if (status === 'warn' || status === 'fail')
      log.warn([text, ...(next === undefined ? [] : [next])].join(' '));
}

function describeMissingUrl({ isUrlMissing, origins: [url] }: Config): string | undefined {
  if (!isUrlMissing) return undefined;
  return `SNUG_URL is not set, so Snug works only at ${url}. Set it to the address that people open.`;
}

/** The token of `/metrics` on Snug's own port; undefined if it has another one. */
function getOwnToken({ metrics }: Config): string | undefined {
  return metrics?.listen ? undefined : metrics?.token;
}

/** On the port of the metrics, if they have one. */
async function listenForScrapes(
  metrics: Metrics,
  { metrics: settings }: Config,
): Promise<Server | undefined> {
  if (!settings?.listen) return undefined;
  const { host, port } = settings.listen;
  try {
    return await serveMetrics(metrics, settings.listen, settings.token);
  } catch (error) {
    throw new StartError(
      `Snug cannot serve its metrics on ${host}, port ${port} (${getErrorCode(error)}). Change SNUG_METRICS_PORT.`,
    );
  }
}

/** Undefined without a mail server. */
async function createMail({ mail, origins }: Config, environment: Parameters<typeof createMailer>[1]) {
  const mailer = mail && (await createMailer(mail, environment));
  return mailer && { mailer, origin: origins[0] };
}

async function startNode({ readiness, ...options }: NodeOptions & Pick<Core, 'readiness'>) {
  const node = new ClusterNode(options);
  await node.start();
  readiness.add(() => node.assertAlive());
  return node;
}

/** The close frames leave first. */
function closeBefore(connections: { close: () => void }, end: () => void): void {
  connections.close();
  setTimeout(end, FATAL_DELAY_MS);
}

/** Waits for pending responses, within bounds. */
async function closeApp(app: ReturnType<typeof createServer>): Promise<void> {
  // An unreachable browser never returns the close frame, and must not delay the restart for others.
  const timer = setTimeout(() => {
    app.websocketServer.clients.forEach(socket => socket.terminate());
    app.server.closeAllConnections();
  }, CLOSE_TIMEOUT_MS);
  await app.close();
  clearTimeout(timer);
}

async function serve(
  app: ReturnType<typeof createServer>,
  options: AppOptions,
  publishedAssets: PublishedAssets | undefined,
  config: Config,
): Promise<() => void> {
  await createApp(app, options);
  // Before the first page, whose assets another node may have to serve.
  const endPublishing = await publishedAssets?.start(join(options.webFolder, 'assets'));
  await listen(app, config);
  return () => endPublishing?.();
}

async function listen(app: ReturnType<typeof createServer>, { port, host }: Config): Promise<void> {
  try {
    await app.listen({ port, host, backlog: BACKLOG });
  } catch (error) {
    const code = getErrorCode(error);
    if (code === 'EADDRINUSE')
      throw new StartError(`Port ${port} is in use already; set PORT to another one.`);
    const advice =
      code === 'EACCES' ? 'Set PORT to 1024 or more.' : 'Set HOST to an address of this machine.';
    throw new StartError(`Snug cannot listen on ${host}, port ${port} (${code}). ${advice}`);
  }
}
