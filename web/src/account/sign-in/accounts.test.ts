import { afterEach, expect, test, vi } from 'vitest';
import { readAccount } from './accounts.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['cut off', '{"passkeys": ['],
  ['empty', ''],
  ['a page of a proxy', '<html>Sign in to the network</html>'],
])('a body that is %s is an error that the forms can show', async (_, body) => {
  vi.stubGlobal('fetch', async () => new Response(body));
  await expect(readAccount('auth/get-session')).rejects.toMatchObject({
    name: 'AccountError',
    code: 'UNREACHABLE',
  });
});
