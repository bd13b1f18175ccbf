import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InjectOptions } from 'fastify';
import { onTestFinished } from 'vitest';
import { createAuth } from '../accounts/auth.ts';
import { splitDatabase } from '../accounts/auth-dialect.ts';
import { Sessions } from '../accounts/sessions.ts';
import { createApp, createServer } from '../http/app.ts';
import type { Connections } from '../realtime/connections.ts';
import { createDispatch } from '../realtime/dispatch.ts';
import { temporaryFolder } from './database.ts';
import { aRoomWithFiles } from './files.ts';

/** All of Snug's routes, in this process, with somebody who is signed in. Sockets are not answered. */
export async function anApp({ url = 'http://localhost:3000' } = {}) {
  const world = await aRoomWithFiles();
  const settings = {
    origins: [url] as [string],
    signUp: 'open' as const,
    rateLimits: false,
    providers: [],
    logLevel: 'silent',
  };
  const nothing = async () => {};
  const auth = createAuth({
    settings,
    secret: 'x'.repeat(32),
    database: splitDatabase(world.read, world.writer),
    onSession: { begun: nothing, ending: nothing, ended: nothing },
    onFailure: () => {},
  });
  const app = createServer(settings);
  onTestFinished(() => app.close());
  const routes: string[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    // What can be read can be asked for its head, by the same handler.
    const own = [method].flat().filter(name => name !== 'HEAD');
    routes.push(...own.map(name => `${name} ${url}`));
  });
  const services = {
    ...world,
    files: world,
    attendance: { list: () => [] },
    roomStates: { read: () => Promise.reject(new Error('not here')) },
    providers: [],
  };
  await createApp(app, {
    ...services,
    settings,
    webFolder: aWebFolder(),
    auth,
    sessions: new Sessions(auth, world.read),
    dispatch: createDispatch(services, () => {}),
    connections: {} as Connections,
  });
  const person = { name: 'Ann', email: 'ann@snug.example', password: 'a long enough password' };
  const signUp = { method: 'POST', url: '/api/auth/sign-up/email', headers: { origin: url }, body: person };
  const answer = await app.inject(signUp as InjectOptions);
  const cookie = answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  return { ...world, app, routes, cookie, uid: answer.json<{ user: { id: string } }>().user.id };
}

/** As the build leaves it: pages, and files whose names change with what is in them. */
function aWebFolder(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'assets'));
  for (const file of ['index.html', 'linking.html', 'favicon.svg', 'assets/app-1.js'])
    writeFileSync(join(folder, file), '');
  return folder;
}
