import type { CommandOutput, PushPayload } from '@snug/protocol';
import { TestPushService, type TestSubscription } from '@snug/testkit/push-service.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { newId } from '../src/base/ids.ts';
import { createDatabaseSettings, startServer } from '../src/testing/servers.ts';

async function addDevice(service: TestPushService, person: TestPerson): Promise<TestSubscription> {
  const { pushKey } = await person.runCommand<CommandOutput<'list_push_devices'>>('list_push_devices', {});
  const browser = service.subscribe(pushKey);
  await person.runCommand('add_push_device', browser.input);
  return browser;
}

function toSnug({ received }: TestSubscription) {
  return received.map(({ payload }) => (payload as unknown as PushPayload).snug);
}

describe.each([
  ['in its data folder', async () => ({})],
  ['on a database server', createDatabaseSettings],
])('a server %s', (_, createSettings) => {
  test('PN1 PN4 PN6 calls a closed browser, also after a kill, and takes the notification away after reading', async () => {
    const service = await TestPushService.start();
    onTestFinished(() => service.stop());
    const server = await startServer({ ...(await createSettings()), SNUG_OUTBOUND_ALLOW: '127.0.0.1' });
    const [ann, ben] = [
      await TestPerson.signUp(server.url, 'Ann'),
      await TestPerson.signUp(server.url, 'Ben'),
    ];
    const browser = await addDevice(service, ben);
    const roomId = await ann.createRoom();
    await ben.runCommand('join_room', { roomId });
    const mention = (text: string) =>
      ann.runCommand<CommandOutput<'send_message'>>('send_message', {
        roomId,
        id: newId(),
        text: `@x ${text}`,
        mentions: [{ uid: ben.uid, start: 0, length: 2 }],
      });
    await mention('one');
    await expect
      .poll(() => toSnug(browser))
      .toMatchObject([{ kind: 'room', count: 1, room: { id: roomId } }]);
    await server.kill();
    await server.start();
    const { message } = await mention('two');
    await expect.poll(() => toSnug(browser).at(-1), { timeout: 40_000 }).toMatchObject({ count: 2 });
    const { reads } = await ben.runCommand<CommandOutput<'get_unread'>>('get_unread', { roomIds: [roomId] });
    await ben.runCommand('set_read', { roomId, seq: message.seq, version: reads[roomId]?.version });
    await expect
      .poll(() => toSnug(browser).at(-1)?.read, { timeout: 20_000 })
      .toMatchObject({ [`room-${roomId}`]: expect.any(Number) });
    expect(new Set(browser.received.map(({ topic }) => topic)).size).toBe(1);
  });
});
