import { expect, test } from 'vitest';
import { createTestApp } from '../testing/app.ts';

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

test("an unknown URL gets the app's page with status 404", async () => {
  const { app } = await createTestApp();
  const statusOf = async (url: string) => (await app.inject(url)).statusCode;
  expect([await statusOf('/nowhere'), await statusOf('/signin'), await statusOf('/signin?error=x')]).toEqual([
    404, 200, 200,
  ]);
  expect((await app.inject('/nowhere')).headers['content-type']).toMatch('text/html');
});
