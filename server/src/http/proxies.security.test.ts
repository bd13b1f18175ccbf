import { expect, test } from 'vitest';
import { createTestServer } from '../testing/app.ts';

/** What a server believes of a request that comes from `remoteAddress` with these headers. */
async function getClientAddress(
  trustedProxies: string[],
  remoteAddress: string,
  headers: Record<string, string>,
) {
  const app = createTestServer({ trustedProxies });
  app.get('/', async ({ ip }) => ({ ip }));
  return (await app.inject({ url: '/', remoteAddress, headers })).json<{ ip: string }>().ip;
}

const FORGED = {
  'x-forwarded-for': '9.9.9.9',
  'x-real-ip': '9.9.9.9',
  forwarded: 'for=9.9.9.9',
  'cf-connecting-ip': '9.9.9.9',
};

test('X2 without a trusted proxy, nobody is believed about where they come from', async () => {
  expect(await getClientAddress([], '203.0.113.7', FORGED)).toBe('203.0.113.7');
  expect(await getClientAddress([], '127.0.0.1', FORGED)).toBe('127.0.0.1');
});

test('X2 who is no trusted proxy is not believed', async () => {
  expect(await getClientAddress(['10.0.0.0/8'], '203.0.113.7', FORGED)).toBe('203.0.113.7');
  expect(await getClientAddress(['10.0.0.0/8'], '11.0.0.1', FORGED)).toBe('11.0.0.1');
});

test('X2 of what a trusted proxy passes on, only what it added itself is believed', async () => {
  const chain = { 'x-forwarded-for': '9.9.9.9, 198.51.100.4' };
  expect(await getClientAddress(['127.0.0.1'], '127.0.0.1', chain)).toBe('198.51.100.4');
  expect(await getClientAddress(['127.0.0.1', '198.51.100.0/24'], '127.0.0.1', chain)).toBe('9.9.9.9');
  expect(await getClientAddress(['::1'], '::1', { 'x-forwarded-for': '2001:db8::1' })).toBe('2001:db8::1');
  expect(await getClientAddress(['127.0.0.1'], '127.0.0.1', {})).toBe('127.0.0.1');
});
