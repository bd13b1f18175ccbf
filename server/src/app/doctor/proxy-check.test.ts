import { expect, test } from 'vitest';
import { createProxyCheck } from './proxy-check.ts';
import type { Arrival } from './reach-address.ts';

const FORGED = '192.0.2.44';
const DOCTOR = '203.0.113.5';

function check(
  answer: Partial<Arrival['answer']>,
  url = 'https://chat.snug.example',
  trustedProxies = ['10.0.0.2'],
) {
  const seen = { node: 'n', origin: url, peer: '10.0.0.2', peerPort: 40_000, bytes: 0 };
  const arrival = {
    answer: { ...seen, isPeerTrusted: true, client: DOCTOR, forwardedFor: DOCTOR, ...answer },
    forged: FORGED,
    localPort: 50_000,
  };
  return createProxyCheck({ origins: [url], trustedProxies }, arrival).run();
}

test('a chain of proxies is right if all are trusted, and otherwise the one that is not is named', async () => {
  const forwardedFor = `${DOCTOR}, 198.51.100.9`;
  expect(await check({ forwardedFor })).toMatchObject({ status: 'ok' });
  expect(await check({ forwardedFor, client: '198.51.100.9' })).toMatchObject({
    status: 'warn',
    text: expect.stringContaining('The proxy 198.51.100.9 is not in'),
    next: expect.stringContaining('SNUG_TRUSTED_PROXIES=10.0.0.2,198.51.100.9,'),
  });
  const longer = `${FORGED}, 2001:db8::7, 2001:db8::8`;
  expect(await check({ forwardedFor: longer, client: '2001:db8::8' })).toMatchObject({
    text: expect.stringContaining('The proxy 2001:db8::8 is not in'),
  });
});

test('a proxy that appends to the address of a client is right', async () => {
  expect(await check({ forwardedFor: `${FORGED}, ${DOCTOR}` })).toMatchObject({ status: 'ok' });
});

test('the address of a proxy on a socket of both families is that of IPv4', async () => {
  const seen = await check({ peer: '::ffff:172.18.0.5', isPeerTrusted: false, client: '::ffff:172.18.0.5' });
  expect(seen).toMatchObject({
    status: 'warn',
    text: expect.stringMatching(/^The proxy 172\.18\.0\.5 is not in/),
    next: expect.stringContaining('=10.0.0.2,172.18.0.5,'),
  });
});

test('without TLS, an unchanged request may have come without a proxy', async () => {
  const unchanged = { forwardedFor: FORGED, isPeerTrusted: false };
  expect(await check(unchanged, 'http://chat.snug.example')).toMatchObject({ status: 'ok' });
  expect(await check(unchanged)).toMatchObject({ status: 'warn' });
  expect(await check({ peerPort: 50_000, forwardedFor: FORGED })).toMatchObject({ status: 'ok' });
});

test('a range that trusts everybody is wrong, whatever the proxy does', async () => {
  for (const range of ['0.0.0.0/0', '128.0.0.0/1'])
    expect(await check({}, undefined, ['10.0.0.2', range])).toMatchObject({
      status: 'fail',
      text: expect.stringContaining('anyone can claim any address'),
    });
  expect(await check({}, undefined, ['10.0.0.0/8', '172.16.0.0/12'])).toMatchObject({ status: 'ok' });
});
