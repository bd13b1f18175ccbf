import { readZip } from '@snug/testkit/read-zip.ts';
import { expect, test } from 'vitest';
import { createTestApp } from '../testing/app.ts';

test('Y22 the archive is an attachment that no cache stores and no other site can request', async () => {
  const { app, cookie } = await createTestApp();
  const url = '/api/account/data';
  const { headers, rawPayload } = await app.inject({ url, headers: { cookie } });
  expect(headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': expect.stringMatching(/^attachment; filename=snug-data-\d{4}-\d\d-\d\d\.zip$/),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  expect(readZip(rawPayload).get('account.json')?.toString()).toContain('ann@snug.example');
  const foreign = await app.inject({ url, headers: { cookie, 'sec-fetch-site': 'cross-site' } });
  expect(foreign.statusCode).toBe(403);
  const size = await app.inject({ url: `${url}/size`, headers: { cookie } });
  expect(size.json()).toEqual({ messages: 0, files: 0, bytes: 0, hasMore: false });
});
