import { expect, test } from 'vitest';
import { createTestApp } from '../testing/app.ts';

test('MS8 a server without search has no such command, and its page and sockets know it', async () => {
  const { app, cookie, isSearchOff } = await createTestApp({ isSearchOff: true });
  const headers = { cookie };
  const answer = await app.inject({
    method: 'POST',
    url: '/api/search_messages',
    headers,
    body: { text: 'word' },
  });
  expect([answer.statusCode, answer.json<object>()]).toMatchObject([404, { error: { code: 'not_found' } }]);
  const page = await app.inject({ method: 'GET', url: '/', headers });
  expect(page.body).toContain('"isSearchOff":true');
  expect(isSearchOff).toBe(true);
});

test('MS8 a server with search does not mention it', async () => {
  const { app, cookie } = await createTestApp();
  const page = await app.inject({ method: 'GET', url: '/', headers: { cookie } });
  expect(page.body).toContain('"epoch"');
  expect(page.body).not.toContain('isSearchOff');
});
