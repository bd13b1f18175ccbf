import * as converter from '@valibot/to-json-schema';
import { expect, test, vi } from 'vitest';
import { readConfig } from '../config/config.ts';
import { createTestApp } from '../testing/app.ts';

vi.mock('@valibot/to-json-schema', { spy: true });

test('Q2 anonymous requests for the API document are limited, and it is created once', async () => {
  const { app } = await createTestApp({ rates: readConfig({}).rates });
  const callsBefore = vi.mocked(converter.toJsonSchema).mock.calls.length;
  const statusOf = async (url: string) => (await app.inject(url)).statusCode;
  for (let count = 0; count < 10; count++)
    expect([await statusOf('/api/docs'), await statusOf('/api/openapi.json')]).toEqual([200, 200]);
  expect([await statusOf('/api/docs'), await statusOf('/api/openapi.json')]).toEqual([429, 429]);
  expect(vi.mocked(converter.toJsonSchema)).toHaveBeenCalledTimes(callsBefore);
});

test('V1 files with a leading dot in their name are not served', async () => {
  const { app } = await createTestApp();
  for (const path of ['/.built', '/%2ebuilt', '/assets/../.built', '/./.built'])
    expect((await app.inject(path)).body).not.toContain('a stamp');
});
