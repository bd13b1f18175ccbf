import { type CommandOutput, MAX_BLOCKS, selfTopic } from '@snug/protocol';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import type { Db } from '../../db/schema.ts';
import type { WriteJob } from '../../db/store.ts';
import { addPerson, runJob, runJobs, temporaryDatabase } from '../../testing/database.ts';
import { findBlocksVersion, listBlocked } from './block-store.ts';

type Output = CommandOutput<'set_block'>;

function blockJob(by: string, uid: string, blocked = true): WriteJob {
  return { mutation: 'set_block', caller: { uid: by }, input: { uid, blocked } };
}

async function createPeople() {
  const { db } = await temporaryDatabase();
  return { db, ann: await addPerson(db, 'Ann'), ben: await addPerson(db, 'Ben') };
}

async function readBlocks(db: Db, uid: string) {
  return { uids: await listBlocked(db, uid), version: await findBlocksVersion(db, uid) };
}

test('G1 only the devices of the person who blocks learn of a block, with a rising version', async () => {
  const { db, ann, ben } = await createPeople();
  const blocked = await runJob<Output>(db, blockJob(ann, ben));
  expect(blocked.output).toEqual({ version: 1 });
  const event = { type: 'block_changed', uid: ben, blocked: true, version: 1 };
  expect(blocked.publications).toEqual([{ topic: selfTopic(ann), event }]);
  expect(await readBlocks(db, ann)).toEqual({ uids: [ben], version: 1 });
  expect(await readBlocks(db, ben)).toEqual({ uids: [], version: 0 });
  const unblocked = await runJob<Output>(db, blockJob(ann, ben, false));
  expect(unblocked.publications).toMatchObject([{ event: { blocked: false, version: 2 } }]);
  expect(await readBlocks(db, ann)).toEqual({ uids: [], version: 2 });
});

test('G1 a repetition changes nothing', async () => {
  const { db, ann, ben } = await createPeople();
  expect(await runJob(db, blockJob(ann, ben, false))).toEqual({ output: { version: 0 }, publications: [] });
  await runJob(db, blockJob(ann, ben));
  expect(await runJob(db, blockJob(ann, ben))).toEqual({ output: { version: 1 }, publications: [] });
});

test('G1 nobody blocks themselves, or a person who does not exist', async () => {
  const { db, ann } = await createPeople();
  expect(await runJobs(db, blockJob(ann, ann), blockJob(ann, newId()))).toMatchObject([
    { error: { code: 'forbidden' } },
    { error: { code: 'not_found' } },
  ]);
});

test('G1 a person blocks at most 1,000 people', async () => {
  const { db, ann, ben } = await createPeople();
  const people = Array.from({ length: MAX_BLOCKS }, () => newId());
  const one = await db.selectFrom('users').selectAll().where('id', '=', ben).executeTakeFirstOrThrow();
  await db
    .insertInto('users')
    .values(people.map(id => ({ ...one, id, email: `${id}@snug.example` })))
    .execute();
  await db
    .insertInto('blocks')
    .values(people.map(blockedId => ({ userId: ann, blockedId })))
    .execute();
  expect(await runJobs(db, blockJob(ann, ben))).toMatchObject([{ error: { code: 'limit_exceeded' } }]);
  expect(await listBlocked(db, ann)).toHaveLength(MAX_BLOCKS);
});
