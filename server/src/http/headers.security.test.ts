import { PNG } from '@snug/testkit/sample-files.ts';
import type { InjectOptions } from 'fastify';
import { expect, test } from 'vitest';
import { createTestApp } from '../testing/app.ts';

const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; style-src 'self'; " +
  "img-src 'self' blob:; media-src 'self' blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; " +
  "form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const COMMON_HEADERS = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
  'strict-transport-security': undefined,
  'access-control-allow-origin': undefined,
  'x-powered-by': undefined,
  server: undefined,
};

const PAGE = { 'cache-control': 'no-cache' };
const STORED = { 'content-security-policy': "sandbox; default-src 'none'" };

interface Row {
  /** The address to ask for, where it is not the route's own. */
  url?: string;
  /** Where it differs from everywhere, for somebody who is signed in. */
  own?: Record<string, string>;
  /** The same for anyone else. */
  nobodys?: Record<string, string>;
}

/** Every route. One that is not here has no test that says what browsers may do with its answer. */
function listRoutes(file: string, avatar: string): Record<string, Row> {
  const auth = (method: string, ...paths: string[]) =>
    Object.fromEntries(paths.map(path => [`${method} /api/auth/${path}`, {}]));
  return {
    'GET /api/live': {},
    ...auth('GET', 'get-session'),
    ...auth('POST', 'sign-in/email', 'sign-up/email', 'sign-in/social', 'link-social'),
    'GET /api/auth/callback/:provider': { own: { 'cross-origin-opener-policy': 'unsafe-none' } },
    'GET /api/providers': {},
    'POST /api/:command': { url: '/api/list_rooms' },
    'POST /api/files': { url: '/api/files?name=a.txt' },
    'GET /files/:id/*': { url: file, own: { ...STORED, 'cache-control': 'private, max-age=259200' } },
    'GET /avatars/:uid/:file': { url: avatar, own: { ...STORED, 'cache-control': 'public, max-age=259200' } },
    'GET /api/openapi.json': {},
    'GET /api/docs': {},
    'GET /healthz': {},
    'GET /readyz': {},
    'GET /': { nobodys: PAGE },
    'GET /chat/:roomId': { url: '/chat/somewhere', nobodys: PAGE },
    'GET /*': { url: '/index.html', own: PAGE },
    // Last: nobody is signed in after it.
    'POST /api/auth/sign-out': {},
  };
}

/** Addresses that no route has of its own. */
const OTHER_ROUTES: Record<string, Row> = {
  '/signin': { own: PAGE },
  '/linking.html': { own: { ...PAGE, 'cross-origin-opener-policy': 'unsafe-none' } },
  '/assets/app-1.js': { own: { 'cache-control': 'public, max-age=31536000, immutable' } },
  '/manifest.webmanifest': { own: PAGE },
  '/icons/icon-192.png': { own: PAGE },
  '/assets/missing.js': {},
  '/api/missing': {},
  '/%': {},
};

async function createAppWithFiles() {
  const world = await createTestApp();
  const ids = [];
  for (const name of ['a.txt', 'me.png']) ids.push((await world.upload(PNG, name, world.uid)).id);
  const { avatar = '' } = await world.avatars.set(world.uid, ids[1] ?? '');
  return { ...world, rows: listRoutes(`/files/${ids[0]}/a.txt`, avatar) };
}

test('V1 every route has a row here', async () => {
  const { routes, rows } = await createAppWithFiles();
  expect(routes.map(({ name }) => name).toSorted()).toEqual(Object.keys(rows).toSorted());
});

test('V1 every answer of every route tells the browser what it may do with it', async () => {
  const { app, rows, cookie } = await createAppWithFiles();
  const asked = [
    ...Object.entries(OTHER_ROUTES).map(([url, row]) => ['GET', url, row] as const),
    ...Object.entries(rows).map(([route, row]) => [...(route.split(' ') as [string, string]), row] as const),
  ];
  for (const [method, url, row] of asked) {
    const ask = (headers: Record<string, string>) =>
      app.inject({
        method,
        url: row.url ?? url,
        headers,
        ...(method === 'POST' && { body: {} }),
      } as InjectOptions);
    const mine = await ask({ cookie });
    expect(pickSecurityHeaders(mine.headers), `${method} ${url}: ${mine.statusCode}`).toEqual({
      ...COMMON_HEADERS,
      ...row.own,
    });
    // Who may not have it gets nothing that could be kept or opened, either.
    const nobodys = await ask({ origin: 'https://evil.example' });
    const expected =
      nobodys.statusCode < 400
        ? { ...COMMON_HEADERS, ...(row.nobodys ?? row.own) }
        : { ...COMMON_HEADERS, ...openerPolicy(row) };
    expect(
      pickSecurityHeaders(nobodys.headers),
      `${method} ${url}, signed out: ${nobodys.statusCode}`,
    ).toEqual(expected);
  }
});

/** Of the headers, those that every row speaks of. */
function pickSecurityHeaders(headers: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.keys(COMMON_HEADERS).map(name => [name, headers[name]]));
}

function openerPolicy({ own = {} }: Row): Record<string, string> {
  const name = 'cross-origin-opener-policy';
  return own[name] ? { [name]: own[name] } : {};
}

test('V1 a page may ask for the microphone and for nothing else', async () => {
  const { app } = await createTestApp();
  const { headers } = await app.inject('/');
  const features = String(headers['permissions-policy']).split(', ');
  expect(features.filter(feature => !feature.endsWith('=()'))).toEqual(['microphone=(self)']);
  for (const name of ['camera', 'geolocation', 'display-capture', 'usb', 'clipboard-read'])
    expect(features).toContain(`${name}=()`);
});

test('V1 behind https, browsers are told never to come by http again', async () => {
  const { app } = await createTestApp({ url: 'https://chat.example' });
  for (const url of ['/', '/api/providers', '/files/x/y', '/api/missing']) {
    const { headers } = await app.inject(url);
    expect([url, headers['strict-transport-security']]).toEqual([url, 'max-age=63072000']);
  }
});
