import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_MAX_FILE_BYTES } from '@snug/protocol';
import type { FastifyInstance, InjectOptions, RouteOptions } from 'fastify';
import { onTestFinished } from 'vitest';
import { createAccounts } from '../account/accounts.ts';
import { type CoreOptions, createCore } from '../app/core.ts';
import { type Clock, systemClock } from '../base/clock.ts';
import { newId } from '../base/ids.ts';
import { MUTATIONS } from '../commands/mutations.ts';
import { readDatabaseBytes } from '../db/open.ts';
import type { Db } from '../db/schema.ts';
import { type AppOptions, createApp, createServer } from '../http/app.ts';
import { ProbeCodes } from '../http/probe-route.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import type { PushServices } from '../notifications/push-services.ts';
import { createBegin } from '../search/search-run.ts';
import { dialect, runBatch, temporaryFolder } from './database.ts';
import { createRoomWithFiles, createUploader, UPLOAD_OPTIONS } from './files.ts';
import { cheapPasswordHash } from './password-hash.ts';
import { createTestPush } from './push-devices.ts';
import { SimpleIndex } from './simple-index.ts';

/** The server without routes and logs; it ends with the test. */
export function createTestServer(options: Partial<Parameters<typeof createServer>[0]> = {}): FastifyInstance {
  const app = createServer({
    logLevel: 'silent',
    origins: ['http://localhost:3000'],
    trustedProxies: [],
    maxFileBytes: DEFAULT_MAX_FILE_BYTES,
    ...options,
  });
  onTestFinished(() => app.close());
  return app;
}

/** No timer ever fires. */
const STOPPED_CLOCK: Clock = {
  ...systemClock,
  steadyNow: () => 0,
  setTimer: () => () => {},
  repeat: () => () => {},
};

export const TEST_SECRET = 'x'.repeat(32);

/** All routes in this process, with a signed-in person. Sockets do not work. */
export async function createTestApp({
  url = 'http://localhost:3000',
  rates,
  publishedAssets,
  mail,
  providers = [],
  isSearchOff = false,
  push = createTestPush(),
}: {
  url?: string;
  rates?: ConstructorParameters<typeof RateLimits>[0];
  publishedAssets?: AppOptions['publishedAssets'];
  mail?: CoreOptions['mail'];
  providers?: CoreOptions['config']['providers'];
  isSearchOff?: boolean;
  /** Null for none. */
  push?: PushServices | null;
} = {}) {
  const setup = await createRoomWithFiles();
  const config = {
    origins: [url] as [string],
    fixed: {},
    sockets: { perPerson: 1, perAddress: 1 },
    providers,
    maxFileBytes: DEFAULT_MAX_FILE_BYTES,
    quota: 1024 ** 3,
    rates,
    outboundAllow: [],
    logLevel: 'silent',
    trustedProxies: [],
  };
  const { db, onFailure } = setup;
  const searchIndex = isSearchOff ? undefined : new SimpleIndex(db);
  const core = createCore({
    store: { read: db, epoch: 'epoch', now: Date.now, runBatch: jobs => runBatch(db, MUTATIONS, jobs) },
    files: { storage: setup.storage, folder: setup.data, diskSpace: UPLOAD_OPTIONS.diskSpace },
    clock: STOPPED_CLOCK,
    config,
    server: createTestFacts(db),
    secret: TEST_SECRET,
    onFailure,
    mail,
    searchIndex,
    beginSearch: searchIndex && createBegin({ ...STOPPED_CLOCK, read: db, index: searchIndex }),
    push: push ?? undefined,
    passwordHash: cheapPasswordHash,
  });
  const accounts = createAccounts({
    ...core,
    dialect,
    config,
    secret: TEST_SECRET,
    passwordHash: cheapPasswordHash,
    onFailure,
  });
  const [app, routes] = createRecordedServer(config);
  const probes = { codes: new ProbeCodes(TEST_SECRET), node: newId() };
  await createApp(app, {
    ...core,
    ...accounts,
    config,
    webFolder: createWebFolder(),
    publishedAssets,
    probes,
  });
  const signUp = createSignUp(app, url);
  return {
    ...setup,
    ...core,
    ...core.files,
    auth: accounts.auth,
    upload: createUploader(core.files.uploads, setup.uid),
    app,
    routes: routes.flatMap(toRouteNames),
    signUp,
    ...(await signUp('Ann')),
  };
}

function createRecordedServer(
  config: Parameters<typeof createTestServer>[0],
): [app: FastifyInstance, routes: RouteOptions[]] {
  const app = createTestServer(config);
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', route => void routes.push(route));
  return [app, routes];
}

function createSignUp(app: FastifyInstance, origin: string) {
  return async (name: string) => {
    const body = { name, email: `${name}@snug.example`, password: 'a long enough password' };
    const request = { method: 'POST', url: '/api/auth/sign-up/email', headers: { origin }, body };
    const response = await app.inject(request as InjectOptions);
    const cookie = response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    return { cookie, uid: response.json<{ user: { id: string } }>().user.id };
  };
}

/** A line per method. HEAD is left out, because GET handles it. */
function toRouteNames({ method, url, config }: RouteOptions): { name: string; isOpen: boolean }[] {
  const methods = [method].flat().filter(method => method !== 'HEAD');
  return methods.map(method => ({ name: `${method} ${url}`, isOpen: config?.auth === 'public' }));
}

/** The parts of the page that the server reads. */
function createTestFacts(db: Db): CoreOptions['server'] {
  const engine = 'sqlite';
  return { engine, startedAt: 0, settings: [], readDatabaseBytes: () => readDatabaseBytes(db, engine) };
}

const PAGE =
  '<html lang="en"><link rel="preload" as="fetch" href="/api/auth/get-session" crossorigin><body><div id="root"></div></body>';
const INSTALL_FILES = ['manifest.webmanifest', 'icons/icon-192.png'];

/** Like the result of a build: pages, and files with hashes in their names. */
function createWebFolder(): string {
  const folder = temporaryFolder();
  for (const part of ['assets', 'icons']) mkdirSync(join(folder, part));
  writeFileSync(join(folder, '.built'), 'a stamp');
  for (const file of ['linking.html', 'favicon.svg', 'assets/app-1.js', ...INSTALL_FILES])
    writeFileSync(join(folder, file), '');
  writeFileSync(join(folder, 'index.html'), PAGE);
  for (const file of ['linking.html.br', 'assets/app-1.js.br']) writeFileSync(join(folder, file), 'br');
  return folder;
}
