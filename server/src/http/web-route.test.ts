import { expect, test } from 'vitest';
import { createTestApp } from '../testing/app.ts';

test.each([
  ['br', 'br'],
  ['gzip', undefined],
  [undefined, undefined],
])('a browser that takes %s gets a file in the form %s, for as long', async (takes, form) => {
  const { app } = await createTestApp();
  const headers = takes === undefined ? {} : { 'accept-encoding': takes };
  const { headers: told, rawPayload } = await app.inject({ url: '/assets/app-1.js', headers });
  expect(told).toMatchObject({
    'content-type': 'application/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  });
  expect([told['content-encoding'], rawPayload.toString()]).toEqual([form, form ?? '']);
});

test('the page of a window that a provider opens may reach its opener in every form', async () => {
  const { app } = await createTestApp();
  for (const takes of ['br', 'identity']) {
    const { headers } = await app.inject({ url: '/linking.html', headers: { 'accept-encoding': takes } });
    expect(headers['cross-origin-opener-policy']).toBe('unsafe-none');
  }
});

test('what a browser needs to install Snug is there for everyone, as what it is', async () => {
  const { app } = await createTestApp();
  const typeOf = async (url: string) => (await app.inject(url)).headers['content-type'];
  expect(await typeOf('/manifest.webmanifest')).toMatch(/^application\/manifest\+json/);
  expect(await typeOf('/icons/icon-192.png')).toBe('image/png');
});

test('an address that leads nowhere gets the page, which says so, and the status of it', async () => {
  const { app } = await createTestApp();
  const statusOf = async (url: string) => (await app.inject(url)).statusCode;
  expect([await statusOf('/nowhere'), await statusOf('/signin'), await statusOf('/signin?error=x')]).toEqual([
    404, 200, 200,
  ]);
  expect((await app.inject('/nowhere')).headers['content-type']).toMatch('text/html');
});
