import { expect, test } from 'vitest';
import { createTestApp } from '../testing/app.ts';
import { createSubscription } from '../testing/push-devices.ts';

const INPUTS = {
  add_push_device: createSubscription(),
  remove_push_device: {},
  list_push_devices: {},
  test_push: {},
};

test('PD9 a server without pushes has none of their commands, and its page and sockets know it', async () => {
  const { app, cookie, isPushOff } = await createTestApp({ push: null });
  const headers = { cookie };
  for (const [command, body] of Object.entries(INPUTS)) {
    const answer = await app.inject({ method: 'POST', url: `/api/${command}`, headers, body });
    const { error } = answer.json<{ error?: { code: string } }>();
    expect([command, answer.statusCode, error?.code]).toEqual([command, 404, 'not_found']);
  }
  const page = await app.inject({ method: 'GET', url: '/', headers });
  expect(page.body).toContain('"isPushOff":true');
  expect(isPushOff).toBe(true);
});

test('PD9 a server with pushes does not mention it', async () => {
  const { app, cookie } = await createTestApp();
  const page = await app.inject({ method: 'GET', url: '/', headers: { cookie } });
  expect(page.body).toContain('"epoch"');
  expect(page.body).not.toContain('isPushOff');
});
