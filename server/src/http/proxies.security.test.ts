import { expect, test } from 'vitest';
import { createTestServer } from '../testing/app.ts';

/** Returns the address that a server trusts for a request from `remoteAddress` with these headers. */
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

test('X2 without a trusted proxy, forwarded addresses are ignored', async () => {
  expect(await getClientAddress([], '203.0.113.7', FORGED)).toBe('203.0.113.7');
  expect(await getClientAddress([], '127.0.0.1', FORGED)).toBe('127.0.0.1');
});

test('X2 forwarded addresses of an untrusted proxy are ignored', async () => {
  expect(await getClientAddress(['10.0.0.0/8'], '203.0.113.7', FORGED)).toBe('203.0.113.7');
  expect(await getClientAddress(['10.0.0.0/8'], '11.0.0.1', FORGED)).toBe('11.0.0.1');
});

test('X2 of forwarded addresses, only the one that a trusted proxy added is used', async () => {
  const chain = { 'x-forwarded-for': '9.9.9.9, 198.51.100.4' };
  expect(await getClientAddress(['127.0.0.1'], '127.0.0.1', chain)).toBe('198.51.100.4');
  expect(await getClientAddress(['127.0.0.1', '198.51.100.0/24'], '127.0.0.1', chain)).toBe('9.9.9.9');
  expect(await getClientAddress(['::1'], '::1', { 'x-forwarded-for': '2001:db8::1' })).toBe('2001:db8::1');
  expect(await getClientAddress(['127.0.0.1'], '127.0.0.1', {})).toBe('127.0.0.1');
});
