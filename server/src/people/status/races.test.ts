import { expect, test } from 'vitest';
import { expectLocksRequired } from '../../testing/concurrency/races.ts';
import { createTestRoom, NOW } from '../../testing/database.ts';
import { findStatuses, storeStatus } from './status-store.ts';

test('P8 a status that is set while the one before it ends stays', async () => {
  const { db, path, uid } = await createTestRoom();
  await storeStatus(db, uid, { text: 'Lunch', until: NOW });
  await expectLocksRequired({
    path,
    jobs: [
      { mutation: 'end_statuses', caller: { uid: '' }, input: { uids: [uid] } },
      { mutation: 'set_status', caller: { uid }, input: { text: 'Walk' } },
    ],
    assertInvariant: async after =>
      expect((await findStatuses(after, [uid])).get(uid)).toMatchObject({ text: 'Walk', until: null }),
  });
});
