import { type CommandOutput, selfTopic } from '@snug/protocol';
import { expect, test } from 'vitest';
import type { Publication } from '../db/mutation.ts';
import type { WriteJob } from '../db/store.ts';
import { Writer } from '../db/writer.ts';
import { createCounts } from '../testing/counts.ts';
import {
  addPerson,
  createRoomJob,
  NOW,
  runBatch,
  runJob,
  sendMany,
  temporaryDatabase,
} from '../testing/database.ts';
import type { HandlerCaller, Services } from './command-handler.ts';
import { MUTATIONS, type SnugMutations } from './mutations.ts';
import { peopleHandlers } from './people-handlers.ts';
import { readHandlers } from './read-handlers.ts';

const ROOMS = 4;
const MESSAGES = 6;

/** A person with several rooms in which another person has written. `log`: what happens, in order. */
async function createRooms() {
  const { db } = await temporaryDatabase();
  const [ann, ben] = [await addPerson(db, 'Ann'), await addPerson(db, 'Ben')];
  const roomIds: string[] = [];
  for (let index = 0; index < ROOMS; index++) {
    const { output } = await runJob<CommandOutput<'create_room'>>(db, createRoomJob(ann, { name: 'Long' }));
    roomIds.push(output.room.id);
    await sendMany(db, ben, output.room.id, MESSAGES);
  }
  const log: string[] = [];
  const published: Publication[] = [];
  const writer = new Writer<SnugMutations>({
    runBatch: (jobs: readonly WriteJob[]) => runBatch(db, MUTATIONS, jobs),
    onCommit: publications => {
      log.push('commit');
      published.push(...publications);
    },
    onFailure: () => {},
  });
  const counts = createCounts(db, {
    limits: { take: () => {}, charge: () => void log.push('count') },
    publish: publications => void published.push(...publications),
  });
  const services = { read: db, writer, epoch: 'epoch', counts } as unknown as Services;
  const caller: HandlerCaller = { uid: ann, guest: false, sessionId: 'session', now: NOW };
  const moveAll = async (seq: number) => {
    log.length = 0;
    published.length = 0;
    const reads = Object.fromEntries(roomIds.map(roomId => [roomId, { seq, version: 1 }]));
    return (await readHandlers.set_reads(services, caller, { reads })).reads;
  };
  const toEvents = () => published.map(({ topic, event }) => ({ topic, event }));
  return { ann, roomIds, services, caller, log, moveAll, toEvents };
}

test('U5 the cursors of many rooms move in one transaction, and the counts follow it', async () => {
  const { ann, roomIds, log, moveAll, toEvents } = await createRooms();
  const reads = await moveAll(2);
  expect(log).toEqual(['commit', 'count']);
  expect(Object.keys(reads).toSorted()).toEqual(roomIds.toSorted());
  for (const read of Object.values(reads)) expect(read).toMatchObject({ readSeq: 2, unread: 4 });
  const topic = selfTopic(ann);
  const events = toEvents();
  const committed = roomIds.map(roomId => ({ topic, event: { type: 'read_moved', roomId } }));
  expect(events.slice(0, ROOMS)).toEqual(expect.arrayContaining(committed));
  const counted = roomIds.map(roomId => ({
    topic,
    event: { type: 'read_moved', roomId, read: reads[roomId] },
  }));
  expect(events.slice(ROOMS)).toEqual(expect.arrayContaining(counted));
  expect(events).toHaveLength(2 * ROOMS);
});

test('U5 moves to the end of rooms need no count, and only one event each', async () => {
  const { roomIds, log, moveAll, toEvents } = await createRooms();
  const reads = await moveAll(MESSAGES);
  expect(log).toEqual(['commit']);
  for (const read of Object.values(reads)) expect(read).toMatchObject({ readSeq: MESSAGES, unread: 0 });
  expect(toEvents()).toHaveLength(roomIds.length);
  for (const { event } of toEvents()) expect(event).toMatchObject({ read: { unread: 0 } });
});

test('U2 a move that changes nothing returns the counts, without an event', async () => {
  const { roomIds, services, caller, moveAll, toEvents } = await createRooms();
  await moveAll(3);
  const [roomId = ''] = roomIds;
  const before = toEvents().length;
  const { read } = await readHandlers.set_read(services, caller, { roomId, seq: 1, version: 1 });
  expect(read).toMatchObject({ readSeq: 3, unread: 3 });
  expect(toEvents()).toHaveLength(before);
});

test('U3 a connection that ends after its move leaves the counts to the other devices', async () => {
  const { roomIds, services, caller, toEvents } = await createRooms();
  const [roomId = '', otherId = ''] = roomIds;
  const signal = AbortSignal.abort();
  const move = readHandlers.set_read(services, { ...caller, signal }, { roomId, seq: 3, version: 1 });
  await expect(move).rejects.toMatchObject({ code: 'unavailable' });
  const options = { roomId: otherId, favourite: true };
  const change = peopleHandlers.set_room_options(services, { ...caller, signal }, options);
  await expect(change).rejects.toMatchObject({ code: 'unavailable' });
  expect(toEvents().map(({ event }) => event)).toMatchObject([
    { type: 'read_moved', roomId },
    { type: 'membership_changed', roomId: otherId, membership: { favourite: true } },
    { type: 'read_moved', roomId: otherId },
  ]);
  for (const { event } of toEvents()) expect(event).not.toHaveProperty('read');
  const { reads } = await readHandlers.get_unread(services, caller, { roomIds: [roomId] });
  expect(reads).toMatchObject({ [roomId]: { readSeq: 3, unread: 3 } });
});

test('U3 an option of a room with unread messages sends its count after the commit', async () => {
  const { roomIds, services, caller, log, toEvents } = await createRooms();
  const [roomId = ''] = roomIds;
  const options = { roomId, muted: true };
  expect(await peopleHandlers.set_room_options(services, caller, options)).toMatchObject({
    membership: { muted: true },
  });
  expect(log).toEqual(['commit', 'count']);
  expect(toEvents().at(-1)?.event).toMatchObject({ type: 'read_moved', roomId, read: { unread: MESSAGES } });
});
