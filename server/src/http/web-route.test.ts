import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { createTestApp } from '../testing/app.ts';
import { temporaryFolder } from '../testing/database.ts';
import { createFolderAssets } from './assets/folder-assets.ts';
import type { PublishedAssets } from './assets/published-assets.ts';

test.each([
  ['br', 'br'],
  ['gzip', undefined],
  [undefined, undefined],
])('a browser that takes %s gets a file in the form %s, for as long', async (takes, form) => {
  const { app } = await createTestApp();
  const headers = takes === undefined ? {} : { 'accept-encoding': takes };
  const { headers: responseHeaders, rawPayload } = await app.inject({ url: '/assets/app-1.js', headers });
  expect(responseHeaders).toMatchObject({
    'content-type': 'application/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  });
  expect([responseHeaders['content-encoding'], rawPayload.toString()]).toEqual([form, form ?? '']);
});

test("a page in a provider's popup can reach its opener, in every form", async () => {
  const { app } = await createTestApp();
  for (const takes of ['br', 'identity']) {
    const { headers } = await app.inject({ url: '/linking.html', headers: { 'accept-encoding': takes } });
    expect(headers['cross-origin-opener-policy']).toBe('unsafe-none');
  }
});

test('the files for installing Snug are public and have their content types', async () => {
  const { app } = await createTestApp();
  const typeOf = async (url: string) => (await app.inject(url)).headers['content-type'];
  expect(await typeOf('/manifest.webmanifest')).toMatch(/^application\/manifest\+json/);
  expect(await typeOf('/icons/icon-192.png')).toBe('image/png');
});

test.each([
  '/conversations',
  '/conversations?show=all',
  '/mentions',
  '/saved',
  '/saved?from=mail',
  '/search?q=harbour',
  '/admin/rooms',
])('%s is a page with status 200', async url => {
  const { app } = await createTestApp();
  const { statusCode, headers } = await app.inject(url);
  expect([statusCode, headers['content-type']]).toEqual([200, expect.stringMatching('text/html')]);
});

test.each(['/conversations/1', '/mentions/1', '/saved-things', '/x/saved'])(
  '%s is no page: status 404',
  async url => {
    const { app } = await createTestApp();
    expect((await app.inject(url)).statusCode).toBe(404);
  },
);

test("an unknown URL gets the app's page with status 404", async () => {
  const { app } = await createTestApp();
  const statusOf = async (url: string) => (await app.inject(url)).statusCode;
  expect([await statusOf('/nowhere'), await statusOf('/signin'), await statusOf('/signin?error=x')]).toEqual([
    404, 200, 200,
  ]);
  expect((await app.inject('/nowhere')).headers['content-type']).toMatch('text/html');
});

/** The shared folder, with the assets of a node of another build. */
async function publishOtherBuild(): Promise<PublishedAssets> {
  const data = temporaryFolder();
  const build = join(data, 'build');
  mkdirSync(build);
  for (const name of ['app-aBcD-_12.js', 'index-12345678.css']) {
    writeFileSync(join(build, name), '');
    writeFileSync(join(build, `${name}.br`), 'br');
  }
  writeFileSync(join(data, 'secret-12345678.js'), 'secret');
  const published = createFolderAssets(join(data, 'assets'));
  await published.start(build);
  return published;
}

/** Without those that differ between any two files. */
function getComparableHeaders({ headers }: { headers: Record<string, unknown> }): object {
  return { ...headers, date: '', etag: '', 'last-modified': '', 'x-request-id': '' };
}

test('an asset of another build has the same headers in every form', async () => {
  const { app } = await createTestApp({ publishedAssets: await publishOtherBuild() });
  for (const method of ['GET', 'HEAD'] as const)
    for (const takes of ['br', 'identity']) {
      const headers = { 'accept-encoding': takes };
      const own = await app.inject({ method, url: '/assets/app-1.js', headers });
      const other = await app.inject({ method, url: '/assets/app-aBcD-_12.js', headers });
      expect([other.statusCode, other.payload]).toEqual([200, own.payload]);
      expect(getComparableHeaders(other)).toEqual(getComparableHeaders(own));
    }
  const style = await app.inject('/assets/index-12345678.css');
  expect(style.headers['content-type']).toBe('text/css; charset=utf-8');
});

test('V1 nothing but the assets of other builds is served from the shared folder', async () => {
  const publishedAssets = await publishOtherBuild();
  const { app } = await createTestApp({ publishedAssets });
  const paths = [
    'missing-12345678.js',
    '',
    '.',
    '../secret-12345678.js',
    '..%2fsecret-12345678.js',
    '.new-a/x-12345678.js',
  ];
  for (const path of paths) {
    const { statusCode, body } = await app.inject(`/assets/${path}`);
    expect([path, statusCode >= 400, body.includes('secret')]).toEqual([path, true, false]);
  }
  expect((await app.inject({ method: 'POST', url: '/assets/app-aBcD-_12.js' })).statusCode).toBe(404);
});

test('Q2 the search for assets of other builds is limited', async () => {
  const { rates } = readConfig({ SNUG_LIMIT_DOWNLOADS: '1/60' });
  const { app } = await createTestApp({ publishedAssets: await publishOtherBuild(), rates });
  const statusOf = async (url: string) => (await app.inject(url)).statusCode;
  expect(await statusOf('/assets/app-aBcD-_12.js')).toBe(200);
  expect(await statusOf('/assets/app-aBcD-_12.js')).toBe(429);
  expect(await statusOf('/assets/app-1.js')).toBe(200);
});
