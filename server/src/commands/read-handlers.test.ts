import type { CommandOutput } from '@snug/protocol';
import { expect, test } from 'vitest';
import type { WriteJob } from '../db/store.ts';
import { Writer } from '../db/writer.ts';
import { addPerson, createRoomJob, NOW, runBatch, runJob, temporaryDatabase } from '../testing/database.ts';
import type { HandlerCaller, Services } from './command-handler.ts';
import { MUTATIONS, type SnugMutations } from './mutations.ts';
import { readHandlers } from './read-handlers.ts';

const ROOMS = 4;
const SEQ = 1_000_000;

/** A person with several long rooms of their own. `runs` counts the batches of the writer. */
async function createLongRooms() {
  const { db } = await temporaryDatabase();
  const ann = await addPerson(db, 'Ann');
  const roomIds: string[] = [];
  for (let index = 0; index < ROOMS; index++) {
    const { output } = await runJob<CommandOutput<'create_room'>>(db, createRoomJob(ann, { name: 'Long' }));
    roomIds.push(output.room.id);
  }
  await db.updateTable('rooms').set({ seq: SEQ }).execute();
  const batches: (readonly WriteJob[])[] = [];
  const writer = new Writer<SnugMutations>({
    runBatch: jobs => {
      batches.push(jobs);
      return runBatch(db, MUTATIONS, jobs);
    },
    onCommit: () => {},
    onFailure: () => {},
  });
  const services = { read: db, writer, epoch: 'epoch' } as unknown as Services;
  const caller = { uid: ann, now: NOW } as HandlerCaller;
  const moveTo = async (seq: number) => {
    const reads = Object.fromEntries(roomIds.map(roomId => [roomId, { seq, version: 1 }]));
    batches.length = 0;
    const result = await readHandlers.set_reads(services, caller, { reads });
    return { reads: result.reads, runs: batches.length };
  };
  return { roomIds, moveTo };
}

test('U5 moves to the middle of long rooms leave the writer to others between rooms', async () => {
  const { roomIds, moveTo } = await createLongRooms();
  const { reads, runs } = await moveTo(5);
  expect(runs).toBe(ROOMS);
  expect(Object.keys(reads).toSorted()).toEqual(roomIds.toSorted());
  for (const read of Object.values(reads)) expect(read).toMatchObject({ readSeq: 5, seq: SEQ });
});

test('U5 moves to the end of rooms have nothing to count, and share one transaction', async () => {
  const { roomIds, moveTo } = await createLongRooms();
  const { reads, runs } = await moveTo(SEQ);
  expect(runs).toBe(1);
  expect(Object.keys(reads)).toHaveLength(roomIds.length);
  for (const read of Object.values(reads)) expect(read).toMatchObject({ readSeq: SEQ, unread: 0 });
});
