import { DELETED_ACCOUNT_NAME } from '@snug/protocol';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import { addPerson, runJob, temporaryDatabase } from '../../testing/database.ts';
import { accessPerson, accessSelf } from './access.ts';

test('a deleted account acts as nobody, also before its erasure ends, and others still see it', async () => {
  const { db } = await temporaryDatabase();
  const [ann, ben] = [await addPerson(db, 'Ann'), await addPerson(db, 'Ben')];
  expect(await accessSelf(db, ann)).toMatchObject({ uid: ann, name: 'Ann' });
  await runJob(db, { mutation: 'delete_account', caller: { uid: ann }, input: { erasesWords: false } });
  await expect(accessSelf(db, ann)).rejects.toMatchObject({ code: 'unauthenticated' });
  expect(await accessPerson(db, { uid: ben }, ann)).toMatchObject({ uid: ann, name: DELETED_ACCOUNT_NAME });
  expect(await accessSelf(db, ben)).toMatchObject({ name: 'Ben' });
});

test('an unknown account acts as nobody, and nobody sees it', async () => {
  const { db } = await temporaryDatabase();
  await addPerson(db, 'Ann');
  for (const uid of [newId(), '']) {
    await expect(accessSelf(db, uid)).rejects.toMatchObject({ code: 'unauthenticated' });
    await expect(accessPerson(db, { uid }, uid)).rejects.toMatchObject({ code: 'not_found' });
  }
});
