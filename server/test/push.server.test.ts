import type { CommandOutput } from '@snug/protocol';
import { TestPushService } from '@snug/testkit/push-service.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createDatabaseSettings, startServer } from '../src/testing/servers.ts';

type Listed = CommandOutput<'list_push_devices'>;
type Tested = CommandOutput<'test_push'>;

async function startService(): Promise<TestPushService> {
  const service = await TestPushService.start();
  onTestFinished(() => service.stop());
  return service;
}

const list = (person: TestPerson) => person.runCommand<Listed>('list_push_devices', {});
const runTest = (person: TestPerson) => person.runCommand<Tested>('test_push', {});

describe.each([
  ['in its data folder', async () => ({})],
  ['on a database server', createDatabaseSettings],
])('a server %s', (_, createSettings) => {
  test('PD8 sends a push that its browser decrypts, also after a restart, and forgets a browser that is gone', async () => {
    const service = await startService();
    const server = await startServer({ ...(await createSettings()), SNUG_OUTBOUND_ALLOW: '127.0.0.1' });
    const ann = await TestPerson.signUp(server.url, 'Ann');
    const { pushKey } = await list(ann);
    const browser = service.subscribe(pushKey);
    await ann.runCommand('add_push_device', browser.input);
    const first = await runTest(ann);
    expect([first.failure, first.service]).toEqual([undefined, new URL(service.origin).host]);
    await server.restart({});
    const second = await runTest(ann);
    const ids = browser.received.map(({ payload }) => (payload['snug'] as { test: string }).test);
    expect(ids).toEqual([first.testId, second.testId]);
    expect((await list(ann)).pushKey).toBe(pushKey);
    browser.isGone = true;
    expect((await runTest(ann)).failure).toEqual({ problem: 'gone', status: 410 });
    expect((await list(ann)).devices).toEqual([]);
  });
});

test('PD4 a server sends nothing to addresses that its admin does not allow', async () => {
  const service = await startService();
  const server = await startServer({});
  const ann = await TestPerson.signUp(server.url, 'Ann');
  const browser = service.subscribe();
  await expect(ann.runCommand('add_push_device', browser.input)).rejects.toThrow('invalid_input');
  // Only its delivery looks the name up.
  const named = { ...browser.input, endpoint: browser.endpoint.replace('127.0.0.1', 'localhost') };
  await ann.runCommand('add_push_device', named);
  const { failure } = await runTest(ann);
  expect(['forbidden_address', 'unknown_host']).toContain(failure?.problem);
  expect(service.connections).toBe(0);
});

test('PD9 a server that runs without pushes has none of their commands', async () => {
  const server = await startServer({ SNUG_PUSH: 'off' });
  const ann = await TestPerson.signUp(server.url, 'Ann');
  const socket = await ann.connect();
  await expect.poll(() => socket.getEvents('connected')).toMatchObject([{ isPushOff: true }]);
  await expect(list(ann)).rejects.toThrow('not_found');
});
