import { FOREVER } from '@snug/protocol';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import { addPerson } from '../../testing/database.ts';
import { createWebhookSetup as createSetup } from '../../testing/webhook-setup.ts';
import { TestReceiver } from '../../testing/webhooks.ts';
import { signDelivery } from './signature.ts';

const SWEEP_MS = 10_000;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

test('OW2 a webhook delivers the changes of its room, one by one and in order', async () => {
  const { uid, roomId, receiver, write, addWebhook, send, expectDeliveries } = await createSetup();
  await send('before');
  await addWebhook();
  const messageId = newId();
  await send('one', messageId);
  await expectDeliveries(1);
  await write('set_reaction', { uid }, { roomId, messageId, emoji: '👍', on: true });
  await expectDeliveries(2);
  await write(
    'edit_message',
    { uid },
    { roomId, id: messageId, text: 'two', revision: 0, editId: newId(), mentions: [] },
  );
  await expectDeliveries(3);
  await write('edit_room', { uid }, { roomId, name: 'Harbour' });
  await expectDeliveries(4);
  await write('delete_message', { uid }, { roomId, messageId });
  await expectDeliveries(5);
  const events = receiver.deliveries.map(({ event }) => event);
  expect(events).toMatchObject([
    { type: 'message_sent', roomId, message: { id: messageId, text: 'one', author: { uid } } },
    { type: 'message_changed', message: { reactions: { '👍': 1 } } },
    { type: 'message_changed', message: { text: 'two', revision: 1 } },
    { type: 'room_changed', room: { id: roomId, name: 'Harbour' } },
    { type: 'message_deleted', message: { id: messageId } },
  ]);
  const seqs = events.map(event => ('seq' in event ? event.seq : 0));
  expect(seqs).toEqual(seqs.map((_, index) => (seqs[0] ?? 0) + index));
  expect(JSON.stringify(events[4])).not.toContain('two');
  expect(new Set(receiver.deliveries.map(({ id }) => id)).size).toBe(5);
});

test('OW2 many messages arrive in order, over several turns', async () => {
  const { receiver, addWebhook, send, expectDeliveries } = await createSetup();
  await addWebhook();
  const texts = Array.from({ length: 60 }, (_, index) => `message ${index}`);
  for (const text of texts) void send(text);
  await expectDeliveries(60);
  expect(receiver.texts).toEqual(texts);
});

test('OW2 OW4 nothing advances before the acknowledgement: the same delivery comes again, with the same id', async () => {
  const { time, receiver, addWebhook, send, read, expectDeliveries } = await createSetup();
  const id = await addWebhook();
  receiver.respondWith(503);
  await send('one');
  await send('two');
  await expectDeliveries(1);
  await expect
    .poll(() => read(id))
    .toMatchObject({ failingSince: expect.any(Number), failure: { problem: 'status', status: 503 } });
  receiver.respondWith(204);
  time.advance(1_000);
  await expectDeliveries(3);
  expect(receiver.texts).toEqual(['one', 'one', 'two']);
  const [first, again] = receiver.deliveries;
  expect(again?.id).toBe(first?.id);
  await expect.poll(() => read(id)).toMatchObject({ lastSuccessAt: expect.any(Number) });
  expect(await read(id)).not.toHaveProperty('failure');
});

test('OW4 new messages do not shorten the delay after a failure', async () => {
  const { time, receiver, addWebhook, send, read, expectDeliveries } = await createSetup();
  const id = await addWebhook();
  receiver.respondWith(500);
  await send('one');
  await expectDeliveries(1);
  await expect.poll(() => read(id)).toHaveProperty('failure');
  for (let count = 0; count < 8; count++) {
    await send('another');
    time.advance(55);
  }
  expect(receiver.deliveries).toHaveLength(1);
  time.advance(1_000);
  await expectDeliveries(2);
  expect(receiver.texts).toEqual(['one', 'one']);
});

test('OW5 after three days of failures it pauses, and goes on where it stopped if its creator wants that', async () => {
  const { uid, roomId, time, receiver, server, write, addWebhook, send, read, expectDeliveries } =
    await createSetup();
  const id = await addWebhook();
  receiver.respondWith(500);
  await send('one');
  await expectDeliveries(1);
  await expect.poll(() => read(id)).toHaveProperty('failingSince');
  time.advance(3 * DAY_MS + 1);
  await expectDeliveries(2);
  await expect.poll(() => read(id)).toMatchObject({ paused: 'failing', failure: { status: 500 } });
  await send('two');
  time.advance(SWEEP_MS);
  expect(receiver.deliveries).toHaveLength(2);
  receiver.respondWith(200);
  await write('retry_webhook', { uid }, { id, roomId });
  server.services.deliverer.wake(roomId);
  await expectDeliveries(4);
  expect(receiver.texts).toEqual(['one', 'one', 'one', 'two']);
  expect(await read(id)).not.toHaveProperty('paused');
});

test('OW5 it pauses at once if the receiver is gone', async () => {
  const { time, receiver, addWebhook, send, read, expectDeliveries } = await createSetup();
  const id = await addWebhook();
  receiver.respondWith(410);
  await send('one');
  await expectDeliveries(1);
  await expect.poll(() => read(id)).toMatchObject({ paused: 'gone', failure: { status: 410 } });
  time.advance(DAY_MS);
  expect(receiver.deliveries).toHaveLength(1);
});

test('OW6 without access of its creator it delivers nothing, and pauses', async () => {
  const { db, uid, roomId, receiver, write, addWebhook, send, read, expectDeliveries } = await createSetup({
    kind: 'private',
  });
  const bob = await addPerson(db, 'Bob');
  await write('set_member', { uid }, { roomId, uid: bob, member: true });
  const id = await addWebhook(undefined, bob);
  await send('one');
  await expectDeliveries(1);
  await write('set_member', { uid }, { roomId, uid: bob, bannedUntil: FOREVER });
  await send('a secret');
  await expect
    .poll(async () => {
      await expectDeliveries(1);
      return read(id);
    })
    .toMatchObject({ paused: 'no_access' });
  expect(receiver.texts).toEqual(['one']);
  const retry = write('retry_webhook', { uid: bob }, { id, roomId });
  await expect(retry).rejects.toMatchObject({ code: 'not_found' });
});

test('OW6 while its creator is suspended it waits, and nothing is lost', async () => {
  const { db, receiver, uid, roomId, write, time, addWebhook, send, expectDeliveries } = await createSetup();
  const bob = await addPerson(db, 'Bob');
  await addWebhook(undefined, bob);
  await db.insertInto('suspensions').values({ userId: bob, at: 1 }).execute();
  await send('one');
  time.advance(SWEEP_MS);
  await send('two');
  await expectDeliveries(0);
  await db.deleteFrom('suspensions').execute();
  await write('archive_room', { uid }, { roomId, archived: true });
  await expectDeliveries(3);
  expect(receiver.texts).toEqual(['one', 'two']);
  expect(receiver.deliveries[2]?.event).toMatchObject({
    type: 'room_changed',
    room: { archivedAt: expect.any(Number) },
  });
});

test('OW6 a suspension during a turn ends it with the delivery that is on its way', async () => {
  const { db, receiver, time, addWebhook, send, expectDeliveries } = await createSetup();
  const bob = await addPerson(db, 'Bob');
  await addWebhook(undefined, bob);
  receiver.respond = (_delivery, _request, response) =>
    void db
      .insertInto('suspensions')
      .values({ userId: bob, at: 1 })
      .onConflict(conflict => conflict.doNothing())
      .execute()
      .then(() => response.end());
  void send('one');
  await send('two');
  await expectDeliveries(1);
  const readTurn = () => db.selectFrom('webhooks').select(['owner', 'lastSuccessAt']).executeTakeFirst();
  await expect.poll(readTurn).toEqual({ owner: null, lastSuccessAt: expect.any(Number) });
  expect(receiver.texts).toEqual(['one']);
  await db.deleteFrom('suspensions').execute();
  receiver.respondWith(200);
  time.advance(SWEEP_MS);
  await expectDeliveries(2);
  expect(receiver.texts).toEqual(['one', 'two']);
});

test('OW7 a receiver that does not respond delays no other webhook', async () => {
  const { receiver, addWebhook, send, expectDeliveries } = await createSetup();
  const silent = await TestReceiver.start();
  silent.respond = () => {};
  for (let count = 0; count < 3; count++) await addWebhook(silent.url);
  await addWebhook();
  for (let count = 0; count < 20; count++) void send(`message ${count}`);
  await expectDeliveries(20);
  expect(silent.deliveries).toHaveLength(3);
  await silent.stop();
  expect(receiver.texts).toHaveLength(20);
});

test('OW2 of two nodes one delivers, and the other goes on when it has ended', async () => {
  const { time, receiver, addWebhook, send, another, server, expectDeliveries } = await createSetup({
    nodeId: 'one',
  });
  const two = await another('two');
  await addWebhook();
  for (let count = 0; count < 20; count++) void send(`message ${count}`);
  await expectDeliveries(20);
  expect(new Set(receiver.deliveries.map(({ id }) => id)).size).toBe(20);
  const held = Promise.withResolvers<void>();
  receiver.respond = (_delivery, _request, response) => {
    held.resolve();
    response.destroy();
  };
  // Node one claims the webhook, and then ends like a killed process: its lease stays.
  server.services.deliverer.stop = async () => {};
  const { writer } = server;
  writer.write = async (name: string, ...rest: [never, never]) => {
    if (name === 'fail_webhook') return new Promise(() => {});
    return Reflect.apply(Object.getPrototypeOf(writer).write, writer, [name, ...rest]);
  };
  await send('last');
  time.advance(50);
  await held.promise;
  receiver.respondWith(200);
  time.advance(SWEEP_MS);
  expect(receiver.texts.slice(20)).toEqual(['last']);
  time.advance(SWEEP_MS + 1);
  time.advance(SWEEP_MS);
  await expect.poll(() => receiver.texts.slice(20)).toEqual(['last', 'last']);
  expect(two.failures).toEqual([]);
  expect(receiver.deliveries[21]?.id).toBe(receiver.deliveries[20]?.id);
});

test('OW3 a delivery is signed, and its body is JSON', async () => {
  const { receiver, server, addWebhook, send, expectDeliveries } = await createSetup();
  const id = await addWebhook();
  await send('Zoë 😀');
  await expectDeliveries(1);
  const [delivery] = receiver.deliveries;
  const { headers, body = '', id: deliveryId = '' } = delivery ?? {};
  const at = Number(headers?.['webhook-timestamp']) * 1_000;
  expect(headers).toMatchObject({
    ...signDelivery(server.services.secrets.get(id), deliveryId, at, body),
    'content-type': 'application/json',
  });
});

test('OW8 a ping reports how the receiver responds', async () => {
  const { uid, roomId, receiver, server } = await createSetup();
  const { sender } = server.services;
  const ping = (url = receiver.url) => sender.ping({ id: newId(), url, roomId, createdBy: uid });
  expect(await ping()).toBeUndefined();
  expect(receiver.deliveries[0]?.event).toEqual({ type: 'ping', roomId });
  receiver.respondWith(302);
  expect(await ping()).toEqual({ problem: 'status', status: 302 });
  expect(await ping('https://nowhere.example/')).toEqual({ problem: 'unknown_host' });
  expect(await ping('http://127.0.0.1:1/')).toEqual({ problem: 'unreachable' });
});
