import type { InjectOptions } from 'fastify';
import { describe, expect, test } from 'vitest';
import { createTestApp } from '../testing/app.ts';

const ADDRESSES = [
  { url: 'http://localhost:3000', name: 'snug-3000', old: 'snug' },
  { url: 'https://chat.example:8443', name: '__Host-snug-8443', old: '__Host-snug' },
];

for (const { url, name, old } of ADDRESSES)
  describe(`at ${url}`, () => {
    async function createSetup() {
      const setup = await createTestApp({ url });
      const request = async (method: 'GET' | 'POST', path: string, cookie: string) => {
        const body = method === 'POST' ? { body: {} } : {};
        const headers = { origin: url, cookie };
        const answer = await setup.app.inject({ method, url: path, headers, ...body } as InjectOptions);
        return { answer, lines: [answer.headers['set-cookie'] ?? []].flat() };
      };
      const toOld = (cookie: string) => cookie.replace(name, old);
      return { ...setup, request, toOld };
    }

    test('a session under the old name stays signed in, and gets the new name once', async () => {
      const { request, cookie, toOld } = await createSetup();
      for (const path of ['/', '/chat/x', '/api/auth/get-session']) {
        const { answer, lines } = await request('GET', path, toOld(cookie));
        expect([path, answer.headers['cache-control']]).toEqual([path, 'no-store']);
        expect(lines).toHaveLength(1);
        expect(lines[0]?.split(';')[0]).toBe(cookie);
        expect(lines[0]?.includes('; Secure')).toBe(url.startsWith('https:'));
        const renamed = await request('GET', path, `${toOld(cookie)}; ${lines[0]?.split(';')[0]}`);
        expect([path, renamed.lines]).toEqual([path, []]);
      }
      expect((await request('POST', '/api/list_rooms', toOld(cookie))).answer.statusCode).toBe(200);
      expect((await request('POST', '/api/list_rooms', cookie)).answer.statusCode).toBe(200);
    });

    test('the session of another Snug on this host is neither used nor changed', async () => {
      const { request, cookie } = await createSetup();
      const foreign = `${old}.session_token=${'a'.repeat(32)}.${'b'.repeat(43)}%3D`;
      expect((await request('POST', '/api/list_rooms', foreign)).answer.statusCode).toBe(401);
      for (const other of [foreign, `${foreign}; ${cookie}`, `${old}.session_token=; ${cookie}`])
        expect((await request('GET', '/', other)).lines).toEqual([]);
      for (const both of [`${foreign}; ${cookie}`, `${cookie}; ${foreign}`])
        expect((await request('POST', '/api/list_rooms', both)).answer.statusCode).toBe(200);
    });

    test('signing out also removes the old cookie', async () => {
      const { request, cookie, toOld } = await createSetup();
      const { answer, lines } = await request('POST', '/api/auth/sign-out', `${toOld(cookie)}; ${cookie}`);
      expect(answer.statusCode).toBe(200);
      const removed = lines.filter(line => line.includes('Max-Age=0')).map(line => line.split('=')[0]);
      expect(removed).toEqual(expect.arrayContaining([`${name}.session_token`, `${old}.session_token`]));
      expect((await request('GET', '/', toOld(cookie))).answer.body).not.toContain('Ann');
    });

    test('a file for every cache carries no session', async () => {
      const { request, cookie, toOld } = await createSetup();
      const { answer, lines } = await request('GET', '/assets/app-1.js', toOld(cookie));
      expect([answer.statusCode, lines]).toEqual([200, []]);
      expect(answer.headers['cache-control']).toContain('public');
    });

    test('another cookie counts under its old name, and goes when it is used', async () => {
      const { request } = await createSetup();
      const code = 'x'.repeat(43);
      const { lines } = await request('POST', '/api/account/sign-in-code/cancel', `${old}.sign_in=${code}`);
      const removed = lines.filter(line => line.includes('=; Max-Age=0')).map(line => line.split('=')[0]);
      expect(removed).toEqual([`${name}.sign_in`, `${old}.sign_in`]);
    });
  });

test('two Snugs on one host leave each other signed in', async () => {
  const setups = await Promise.all(
    ['http://localhost:4120', 'http://localhost:4126'].map(url => createTestApp({ url })),
  );
  const jar = setups.map(({ cookie }) => cookie).join('; ');
  expect(new Set(setups.map(({ cookie }) => cookie.split('=')[0])).size).toBe(2);
  for (const { app } of setups) {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/list_rooms',
      headers: { cookie: jar },
      body: {},
    });
    expect(answer.statusCode).toBe(200);
  }
});

test('without a port, no name is an old one', async () => {
  const { app, cookie } = await createTestApp({ url: 'https://chat.example' });
  const answer = await app.inject({ url: '/', headers: { cookie } });
  expect([cookie.split('=')[0], answer.headers['set-cookie']]).toEqual([
    '__Host-snug.session_token',
    undefined,
  ]);
});
