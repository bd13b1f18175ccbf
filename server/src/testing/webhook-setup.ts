import type { CommandOutput } from '@snug/protocol';
import { expect } from 'vitest';
import { newId } from '../base/ids.ts';
import type { ResolveHost } from '../programs/outbound/resolver.ts';
import { findWebhook, presentWebhook } from '../programs/webhooks/webhook-store.ts';
import { addPerson, connectAgain, createRoomJob, runJob, temporaryDatabase } from './database.ts';
import { TestClock } from './test-clock.ts';
import { startWebhooks, TestReceiver } from './webhooks.ts';

interface SetupOptions {
  kind?: 'open' | 'private';
  nodeId?: string;
  resolve?: ResolveHost;
}

/** A person with a room, a receiver for their webhooks, and the server of both. The clock stands still until the test advances it. */
export async function createWebhookSetup({ kind = 'open', nodeId, resolve }: SetupOptions = {}) {
  const database = await temporaryDatabase();
  const { db } = database;
  const uid = await addPerson(db, 'Ann');
  const { output } = await runJob<CommandOutput<'create_room'>>(db, createRoomJob(uid, { kind }));
  const roomId = output.room.id;
  const time = new TestClock();
  const now = () => time.now;
  const receiver = await TestReceiver.start();
  const server = startWebhooks(db, { now, clock: time.clock, nodeId, resolve });
  const write: typeof server.writer.write = (mutation, caller, input) =>
    server.writer.write(mutation, caller, input);
  const addWebhook = async (url = receiver.url, creator = uid) => {
    const id = newId();
    await write('create_webhook', { uid: creator }, { id, roomId, url });
    return id;
  };
  const send = (text: string, id = newId()) => write('send_message', { uid }, { roomId, id, text });
  const read = async (id: string) => {
    const row = await findWebhook(db, id);
    return row && presentWebhook(row);
  };
  /** Lets the server notice what it committed, and waits until the receiver has this number of deliveries. */
  const expectDeliveries = async (count: number, from = receiver) => {
    await expect
      .poll(() => {
        time.advance(50);
        return from.deliveries.length;
      })
      .toBe(count);
  };
  const another = async (name: string) =>
    startWebhooks(await connectAgain(database), { now, clock: time.clock, nodeId: name });
  return {
    db,
    uid,
    roomId,
    time,
    receiver,
    server,
    write,
    addWebhook,
    send,
    read,
    expectDeliveries,
    another,
  };
}
