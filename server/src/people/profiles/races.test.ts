import type { Person } from '@snug/protocol';
import { PNG } from '@snug/testkit/sample-files.ts';
import { expect, test } from 'vitest';
import type { WriteJob, WriteOutcome } from '../../db/store.ts';
import { expectInvariant, expectLocksRequired } from '../../testing/concurrency/races.ts';
import { addPerson, temporaryDatabase } from '../../testing/database.ts';
import { createRoomWithFiles } from '../../testing/files.ts';
import { findPerson } from './person.ts';

test('P1 of two concurrent new names, each is a version of its own', async () => {
  const { db, path } = await temporaryDatabase();
  const uid = await addPerson(db, 'Ann');
  const jobs: WriteJob[] = ['Anna', 'Anne'].map(name => ({
    mutation: 'set_nickname',
    caller: { uid },
    input: { name },
  }));
  await expectLocksRequired({
    path,
    jobs,
    assertInvariant: async (after, outcomes) => {
      const versions = outcomes.map(outcome =>
        'output' in outcome ? (outcome.output as { person: Person }).person.version : 0,
      );
      expect(new Set(versions)).toEqual(new Set([2, 3]));
      expect((await findPerson(after, uid))?.version).toBe(3);
    },
  });
});

function listReplaced(outcome: WriteOutcome): string[] {
  const { replaced } = 'output' in outcome ? (outcome.output as { replaced?: string }) : {};
  return replaced === undefined ? [] : [replaced];
}

test('F6 of two concurrent avatars, one is shown and the other is replaced', async () => {
  const { db, path, uid, upload } = await createRoomWithFiles();
  const keys = ['one', 'two'].map(name => `avatars/${uid}/${name}.png`);
  const jobs: WriteJob[] = [];
  for (const key of keys) {
    const { id: fileId } = await upload(PNG);
    jobs.push({ mutation: 'set_avatar', caller: { uid }, input: { fileId, key } });
  }
  expect(await findPerson(db, uid)).toMatchObject({ version: 1 });
  await expectLocksRequired({
    path,
    jobs,
    assertInvariant: async (after, outcomes) => {
      const person = await findPerson(after, uid);
      const [shown, ...others] = keys.toSorted(key => (`/${key}` === person?.avatar ? -1 : 1));
      expect(person).toMatchObject({ version: 3, avatar: `/${shown}` });
      expect(outcomes.flatMap(listReplaced)).toEqual(others);
    },
  });
});

test('F6 of a concurrent avatar and new name, each is a version of its own, and both stay', async () => {
  const { path, uid, upload } = await createRoomWithFiles();
  const { id: fileId } = await upload(PNG);
  const key = `avatars/${uid}/one.png`;
  await expectLocksRequired({
    path,
    jobs: [
      { mutation: 'set_avatar', caller: { uid }, input: { fileId, key } },
      { mutation: 'set_nickname', caller: { uid }, input: { name: 'Anna' } },
    ],
    assertInvariant: async after =>
      expect(await findPerson(after, uid)).toMatchObject({ name: 'Anna', avatar: `/${key}`, version: 3 }),
  });
});

test('F6 an upload that expires while it becomes an avatar is released by one of the two', async () => {
  const { db, path, uid, upload } = await createRoomWithFiles();
  const { id: fileId } = await upload(PNG);
  await db.updateTable('files').set({ createdAt: 0 }).execute();
  const key = `avatars/${uid}/one.png`;
  await expectInvariant({
    path,
    jobs: [
      { mutation: 'set_avatar', caller: { uid }, input: { fileId, key } },
      { mutation: 'expire_files', caller: { uid: '' }, input: { limit: 9 } },
    ],
    assertInvariant: async (after, [set, expired]) => {
      const { avatar } = (await findPerson(after, uid)) ?? {};
      const isSet = avatar === `/${key}`;
      expect([set, expired]).toMatchObject([
        isSet ? { output: { upload: { id: fileId } } } : { error: { code: 'not_found' } },
        { output: { count: isSet ? 0 : 1 } },
      ]);
    },
  });
});
