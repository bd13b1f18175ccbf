import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { newId } from '../base/ids.ts';
import { SignedCodes } from '../base/signed-codes.ts';
import { createTestApp, TEST_SECRET } from '../testing/app.ts';
import { ProbeCodes } from './probe-route.ts';

const codes = new ProbeCodes(TEST_SECRET);
const OCTETS = { 'content-type': 'application/octet-stream' };

function createOldCode(minutes: number): string {
  return new SignedCodes(TEST_SECRET, 'probe').toCode(v7({ msecs: Date.now() - minutes * 60_000 }));
}

test('Y1 without a code of this server, a probe responds like a path that does not exist', async () => {
  const { app, cookie } = await createTestApp();
  const missing = await app.inject({ url: '/api/nothing-here', headers: { cookie } });
  const wrong = [
    undefined,
    '',
    'x',
    new ProbeCodes('y'.repeat(32)).create(),
    new SignedCodes(TEST_SECRET, 'invite').toCode(newId()),
    `${codes.create()}A`,
    createOldCode(11),
    createOldCode(-11),
  ];
  for (const code of wrong) {
    const headers = { ...OCTETS, cookie, ...(code !== undefined && { 'x-snug-probe': code }) };
    for (const method of ['GET', 'POST'] as const) {
      const response = await app.inject({ method, url: '/api/probe?read', headers });
      expect([code, response.statusCode, response.json()]).toEqual([
        code,
        404,
        { ...missing.json(), error: { ...missing.json().error, id: expect.any(String) } },
      ]);
    }
  }
});

test('a probe with a code shows how it arrived, and how much of its body', async () => {
  const { app } = await createTestApp();
  const ask = async (code: string, method: 'GET' | 'POST', body?: Buffer) => {
    const headers = { ...OCTETS, 'x-snug-probe': code, 'x-forwarded-for': '192.0.2.7' };
    const url = body ? '/api/probe?read' : '/api/probe';
    return app.inject({ method, url, headers, remoteAddress: '203.0.113.5', ...(body && { body }) });
  };
  const seen = {
    node: expect.any(String),
    origin: 'http://localhost:3000',
    peer: '203.0.113.5',
    isPeerTrusted: false,
    client: '203.0.113.5',
    forwardedFor: '192.0.2.7',
  };
  expect((await ask(codes.create(), 'GET')).json()).toMatchObject({ ...seen, bytes: 0 });
  expect((await ask(createOldCode(9), 'POST')).json()).toMatchObject({ ...seen, bytes: 0 });
  for (const size of [1, 300_000]) {
    const response = await ask(codes.create(), 'POST', Buffer.alloc(size));
    expect(response.json()).toMatchObject({ ...seen, bytes: size });
    expect(response.headers['cache-control']).toBe('no-store');
  }
});
