import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions, RouteOptions } from 'fastify';
import { onTestFinished } from 'vitest';
import { createAuth } from '../accounts/auth.ts';
import { splitDatabase } from '../accounts/auth-dialect.ts';
import { Sessions } from '../accounts/sessions.ts';
import { createApp, createServer } from '../http/app.ts';
import { Answers } from '../limits/answers.ts';
import { CommandLimits } from '../limits/command-limits.ts';
import { Limits } from '../limits/limits.ts';
import type { Connections } from '../realtime/connections.ts';
import { createDispatch } from '../realtime/dispatch.ts';
import { RoomStates } from '../rooms/room-states.ts';
import { temporaryFolder } from './database.ts';
import { aRoomWithFiles } from './files.ts';

/** The bare server, which says nothing and ends with the test. */
export function aServer(options: Partial<Parameters<typeof createServer>[0]> = {}): FastifyInstance {
  const app = createServer({
    logLevel: 'silent',
    origins: ['http://localhost:3000'],
    trustedProxies: [],
    ...options,
  });
  onTestFinished(() => app.close());
  return app;
}

/** All of Snug's routes, in this process, with somebody who is signed in. Sockets are not answered. */
export async function anApp({
  url = 'http://localhost:3000',
  rates,
}: {
  url?: string;
  rates?: ConstructorParameters<typeof Limits>[0];
} = {}) {
  const world = await aRoomWithFiles();
  const settings = {
    origins: [url] as [string],
    signUp: 'open' as const,
    sockets: { perPerson: 1, perAddress: 1 },
    providers: [],
    logLevel: 'silent',
  };
  const { read, writer, onFailure } = world;
  const nothing = async () => {};
  const auth = createAuth({
    settings,
    secret: 'x'.repeat(32),
    database: splitDatabase(read, writer),
    onSession: { begun: nothing, ending: nothing, ended: nothing },
    onFailure,
  });
  const app = aServer(settings);
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', route => void routes.push(route));
  const services = {
    ...world,
    files: world,
    attendance: { list: () => [] },
    roomStates: new RoomStates({ read: world.read, maxCatchUp: 0, setTimer: () => {} }),
    providers: [],
    endSessions: () => {},
  };
  const limits = new Limits(rates, () => 0);
  await createApp(app, {
    ...services,
    answers: new Answers({ limits, onFailure }),
    settings,
    webFolder: aWebFolder(),
    auth,
    limits,
    sessions: new Sessions({ auth, read, writer, now: () => Date.now(), onFailure }),
    dispatch: createDispatch(services, new CommandLimits(limits), () => {}),
    connections: {} as Connections,
    epoch: 'epoch',
  });
  const person = { name: 'Ann', email: 'ann@snug.example', password: 'a long enough password' };
  const signUp = { method: 'POST', url: '/api/auth/sign-up/email', headers: { origin: url }, body: person };
  const answer = await app.inject(signUp as InjectOptions);
  const cookie = answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  return {
    ...world,
    app,
    routes: routes.flatMap(namesOf),
    cookie,
    uid: answer.json<{ user: { id: string } }>().user.id,
  };
}

/** A route's methods and path, as one line for each. What can be read can be asked for its head, by the same handler. */
function namesOf({ method, url, config }: RouteOptions): { name: string; isOpen: boolean }[] {
  const methods = [method].flat().filter(method => method !== 'HEAD');
  return methods.map(method => ({ name: `${method} ${url}`, isOpen: config?.door === 'open' }));
}

/** As much of the page as the server looks at. */
const PAGE =
  '<link rel="preload" as="fetch" href="/api/auth/get-session" crossorigin><body><div id="root"></div></body>';
const TO_INSTALL = ['manifest.webmanifest', 'icons/icon-192.png'];

/** As the build leaves it: pages, and files whose names change with what is in them. */
function aWebFolder(): string {
  const folder = temporaryFolder();
  for (const part of ['assets', 'icons']) mkdirSync(join(folder, part));
  writeFileSync(join(folder, '.built'), 'a stamp');
  for (const file of ['linking.html', 'favicon.svg', 'assets/app-1.js', ...TO_INSTALL])
    writeFileSync(join(folder, file), '');
  writeFileSync(join(folder, 'index.html'), PAGE);
  for (const file of ['linking.html.br', 'assets/app-1.js.br']) writeFileSync(join(folder, file), 'br');
  return folder;
}
