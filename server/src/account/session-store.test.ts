import { expect, test } from 'vitest';
import { addPerson, addSession, createTestRoom } from '../testing/database.ts';
import { deleteSession } from './session-store.ts';

test('a person ends only their own sessions', async () => {
  const { db, uid } = await createTestRoom();
  const [own, other] = [await addSession(db, uid), await addSession(db, await addPerson(db, 'Ben'))];
  expect(await deleteSession(db, uid, other)).toBe(false);
  expect(await deleteSession(db, uid, own)).toBe(true);
  expect(await deleteSession(db, uid, own)).toBe(false);
  expect(await db.selectFrom('sessions').select('id').execute()).toEqual([{ id: other }]);
});
