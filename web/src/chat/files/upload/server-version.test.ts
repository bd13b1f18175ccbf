import { PROTOCOL_VERSION } from '@snug/protocol';
import { beforeEach, expect, test, vi } from 'vitest';
import { checkServerVersion, forgetServerVersion } from './server-version.ts';

beforeEach(forgetServerVersion);

function answer(body: () => unknown, status = 200) {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => Response.json(body(), { status }));
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

test('E5 a page asks for the version once before it uploads, and again after a lost connection', async () => {
  const fetch = answer(() => ({ version: PROTOCOL_VERSION, oldest: PROTOCOL_VERSION }));
  await checkServerVersion();
  await checkServerVersion();
  expect(fetch.mock.calls).toEqual([['/api/version', { cache: 'no-store' }]]);
  forgetServerVersion();
  await checkServerVersion();
  expect(fetch).toHaveBeenCalledTimes(2);
});

test.each([
  [PROTOCOL_VERSION + 2, PROTOCOL_VERSION + 1],
  [PROTOCOL_VERSION - 1, PROTOCOL_VERSION - 2],
])('E5 a page uploads nothing to a server that accepts the versions %d to %d', async (version, oldest) => {
  let server = { version, oldest };
  answer(() => server);
  await expect(checkServerVersion()).rejects.toMatchObject({ code: 'unavailable', isRetryable: true });
  server = { version: PROTOCOL_VERSION + 1, oldest: PROTOCOL_VERSION };
  await checkServerVersion();
});

test('E5 a page uploads if nothing answers for the version, unless it gave up itself', async () => {
  answer(() => ({ error: {} }), 404);
  await checkServerVersion();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  await checkServerVersion();
  await expect(checkServerVersion(AbortSignal.abort(new Error('given up')))).rejects.toThrow('given up');
});
