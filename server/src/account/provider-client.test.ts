import { expect, test, vi } from 'vitest';
import type { ProviderSettings } from '../config/provider-settings.ts';
import { discoverProvider, fetchClaims, fetchTokens } from './provider-client.ts';

const SETTINGS: ProviderSettings = {
  id: 'oidc',
  name: 'Corp',
  clientId: 'id',
  clientSecret: 'secret',
  scopes: ['openid'],
  issuer: 'https://corp.example',
  endpoints: {},
};

const REQUESTS: [name: string, run: () => Promise<unknown>][] = [
  ['metadata', async () => discoverProvider(SETTINGS)],
  [
    'tokens',
    async () =>
      fetchTokens(
        SETTINGS,
        { token: 'https://corp.example/token', authentication: 'basic' },
        { code: 'code', redirectURI: 'https://snug.example' },
      ),
  ],
  [
    'claims',
    async () => fetchClaims({ userinfo: 'https://corp.example/me', authentication: 'basic' }, 'a token'),
  ],
];

test.each(REQUESTS)('a request for %s that a provider never answers ends after 5 s', async (_name, run) => {
  const timeout = new AbortController();
  const delays: number[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(ms => {
    delays.push(ms);
    return timeout.signal;
  });
  vi.stubGlobal(
    'fetch',
    (_url: string, { signal }: RequestInit) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  );
  const outcome = vi.fn<(error: unknown) => void>();
  const running = run().catch(outcome);
  await expect.poll(() => delays).toEqual([5_000]);
  expect(outcome).not.toHaveBeenCalled();
  timeout.abort(new Error('the time is over'));
  await running;
  expect(outcome).toHaveBeenCalledWith(expect.objectContaining({ reason: 'unreachable' }));
});
