import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMANDS, TOPIC_KINDS } from '@snug/protocol';
import type { RouteOptions } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { type AppOptions, createApp, createServer } from './http/app.ts';
import { temporaryFolder } from './testing/database.ts';
import { COMMAND_ROWS, ROUTE_ROWS, TOPIC_ROWS } from './testing/door-table.ts';

/** Every route of the real server. */
async function routes(): Promise<{ name: string; isOpen: boolean }[]> {
  const webFolder = temporaryFolder();
  writeFileSync(join(webFolder, 'index.html'), '');
  const app = createServer({ logLevel: 'silent', trustedProxies: [] });
  onTestFinished(() => app.close());
  const found: RouteOptions[] = [];
  app.addHook('onRoute', route => void found.push(route));
  const settings = { origins: ['http://localhost'], providers: [], signUp: 'open', logLevel: 'silent' };
  // None of them is asked anything while the routes are made.
  const parts = { sessions: {}, auth: {}, connections: {}, dispatch: () => {}, read: {}, files: {} };
  await createApp(app, { ...parts, settings, webFolder } as unknown as AppOptions);
  await app.ready();
  return found.flatMap(({ method, url, config }) =>
    [method].flat().map(method => ({ name: `${method} ${url}`, isOpen: config?.door === 'open' })),
  );
}

test('X3 every command, every route and every kind of topic has a row that says who gets what', async () => {
  expect(Object.keys(COMMAND_ROWS).toSorted()).toEqual(Object.keys(COMMANDS).toSorted());
  expect(Object.keys(TOPIC_ROWS).toSorted()).toEqual(TOPIC_KINDS.toSorted());
  const names = (await routes()).map(({ name }) => name.replace('HEAD ', 'GET '));
  expect([...new Set(names)].toSorted()).toEqual(Object.keys(ROUTE_ROWS).toSorted());
});

test('X3 the door is open for those routes alone that are for anyone', async () => {
  for (const { name, isOpen } of await routes())
    expect([name, isOpen]).toEqual([name, ROUTE_ROWS[name.replace('HEAD ', 'GET ')]?.nobody === 'ok']);
});
