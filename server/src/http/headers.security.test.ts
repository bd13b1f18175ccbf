import { getEmojiPath } from '@snug/protocol';
import { PNG } from '@snug/testkit/sample-files.ts';
import type { InjectOptions } from 'fastify';
import { expect, test } from 'vitest';
import { createTestApp } from '../testing/app.ts';
import { addEmoji } from '../testing/emoji.ts';
import { REQUEST_ID_HEADER } from './request-id.ts';

const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; " +
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
  /** The URL to request, if it differs from the route's pattern. */
  url?: string;
  /** Differences from the common headers, with a session. */
  own?: Record<string, string>;
  /** The same without a session. */
  anonymous?: Record<string, string>;
}

/** Every route. A missing one has no test of its headers. */
function listRoutes(file: string, avatar: string, picture: string): Record<string, Row> {
  const auth = (method: string, ...paths: string[]) =>
    Object.fromEntries(paths.map(path => [`${method} /api/auth/${path}`, {}]));
  return {
    'GET /api/live': {},
    ...auth('GET', 'get-session'),
    ...auth('POST', 'sign-in/email', 'sign-up/email', 'sign-in/social', 'link-social'),
    'GET /api/auth/callback/:provider': { own: { 'cross-origin-opener-policy': 'unsafe-none' } },
    'GET /api/rooms/:roomId/export': { url: '/api/rooms/somewhere/export' },
    'GET /api/workspace/export': {},
    'GET /api/account/data': {},
    'GET /api/account/data/size': {},
    'POST /api/account/password': {},
    'POST /api/account/email': {},
    'POST /api/account/delete': {},
    'POST /api/account/forgotten': {},
    'POST /api/account/verification': {},
    'GET /confirm-email/:code': { url: '/confirm-email/somewhere' },
    'GET /mail/:code': { url: '/mail/somewhere', own: { 'referrer-policy': 'same-origin' } },
    'POST /mail/:code': { url: '/mail/somewhere', own: { 'referrer-policy': 'same-origin' } },
    'POST /api/account/confirmation': {},
    'POST /api/account/sign-in-code': {},
    'POST /api/account/sign-in-code/cancel': {},
    'POST /api/account/two-step/begin': {},
    'POST /api/account/two-step/turn-on': {},
    'POST /api/account/two-step/recovery-codes': {},
    'POST /api/account/two-step/turn-off': {},
    'POST /api/account/passkeys/begin': {},
    'POST /api/account/passkeys/add': {},
    'POST /api/account/passkeys/remove': {},
    'POST /api/account/passkey-sign-in/begin': {},
    'POST /api/account/passkey-sign-in': {},
    'GET /recover/:code': { url: '/recover/somewhere' },
    'GET /claim/:code': { url: '/claim/somewhere' },
    'GET /api/account/claim': {},
    'POST /api/account/claim': {},
    'GET /api/account/recovery': {},
    'POST /api/account/recovery': {},
    'GET /api/providers': {},
    'GET /api/version': {},
    'POST /api/:command': { url: '/api/list_rooms' },
    'POST /api/files': { url: '/api/files?name=a.txt' },
    'POST /api/hooks/:code': { url: '/api/hooks/x' },
    'GET /api/hooks/:code': { url: '/api/hooks/x' },
    'PUT /api/hooks/:code': { url: '/api/hooks/x' },
    'PATCH /api/hooks/:code': { url: '/api/hooks/x' },
    'GET /files/:id/*': { url: file, own: { ...STORED, 'cache-control': 'private, max-age=259200' } },
    'GET /avatars/:uid/:file': {
      url: avatar,
      own: { ...STORED, 'cache-control': 'private, max-age=259200' },
    },
    'GET /emoji/:file': {
      url: getEmojiPath(picture),
      own: { 'cache-control': 'private, max-age=31536000, immutable' },
    },
    'GET /logo/:token/:file': { url: '/logo/none/icon-64.png' },
    'GET /api/openapi.json': {},
    'GET /api/docs': {},
    'GET /invite/:code': { url: '/invite/somewhere' },
    'GET /setup/:code': { url: '/setup/somewhere' },
    'GET /signin': { own: PAGE, anonymous: PAGE },
    'GET /api/inviter-avatar': {},
    'GET /healthz': {},
    'GET /readyz': {},
    'GET /api/probe': {},
    'POST /api/probe': {},
    'GET /': { anonymous: PAGE },
    'GET /chat/:roomId': { url: '/chat/somewhere', anonymous: PAGE },
    'GET /index.html': { own: PAGE },
    'GET /manifest.webmanifest': { own: PAGE },
    'GET /*': { url: '/icons/icon-192.png', own: PAGE },
    // Last, because it ends the session.
    'POST /api/auth/sign-out': {},
  };
}

/** URLs without a route of their own. */
const OTHER_ROUTES: Record<string, Row> = {
  '/signin': { own: PAGE },
  '/linking.html': { own: { ...PAGE, 'cross-origin-opener-policy': 'unsafe-none' } },
  '/assets/app-1.js': { own: { 'cache-control': 'public, max-age=31536000, immutable' } },
  '/icons/icon-192.png': { own: PAGE },
  '/assets/missing.js': {},
  '/api/missing': {},
  '/%': {},
};

async function createAppWithFiles() {
  const setup = await createTestApp();
  const ids = [];
  for (const name of ['a.txt', 'me.png']) ids.push((await setup.upload(PNG, name, setup.uid)).id);
  const { avatar = '' } = await setup.avatars.set(setup.uid, ids[1] ?? '');
  const { picture = '' } = await addEmoji(setup.db, setup.uid, 'party-parrot');
  return { ...setup, rows: listRoutes(`/files/${ids[0]}/a.txt`, avatar, picture) };
}

test('V1 every route has a row here', async () => {
  const { routes, rows } = await createAppWithFiles();
  expect(routes.map(({ name }) => name).toSorted()).toEqual(Object.keys(rows).toSorted());
});

test('V1 E8 every response of every route has its security headers and an id', async () => {
  const { app, rows, cookie } = await createAppWithFiles();
  const asked = [
    ...Object.entries(OTHER_ROUTES).map(([url, row]) => ['GET', url, row] as const),
    ...Object.entries(rows).map(([route, row]) => [...(route.split(' ') as [string, string]), row] as const),
  ];
  for (const [method, url, row] of asked) {
    const inject = (headers: Record<string, string>) =>
      app.inject({
        method,
        url: row.url ?? url,
        headers,
        ...(method === 'POST' && { body: {} }),
      } as InjectOptions);
    const mine = await inject({ cookie });
    expect(pickSecurityHeaders(mine.headers), `${method} ${url}: ${mine.statusCode}`).toEqual({
      ...COMMON_HEADERS,
      ...row.own,
    });
    // Responses without access must not be cached or opened, either.
    const anonymous = await inject({ origin: 'https://evil.example' });
    const expected =
      anonymous.statusCode < 400
        ? { ...COMMON_HEADERS, ...(row.anonymous ?? row.own) }
        : { ...COMMON_HEADERS, ...openerPolicy(row) };
    expect(
      pickSecurityHeaders(anonymous.headers),
      `${method} ${url}, signed out: ${anonymous.statusCode}`,
    ).toEqual(expected);
    for (const { headers } of [mine, anonymous])
      expect(headers[REQUEST_ID_HEADER], `${method} ${url}`).toMatch(/^[\da-f]{12}$/);
  }
});

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

test('V1 behind https, browsers never use http again', async () => {
  const { app } = await createTestApp({ url: 'https://chat.example' });
  for (const url of ['/', '/api/providers', '/files/x/y', '/api/missing']) {
    const { headers } = await app.inject(url);
    expect([url, headers['strict-transport-security']]).toEqual([url, 'max-age=63072000']);
  }
});
