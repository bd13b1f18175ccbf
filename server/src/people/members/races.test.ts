import { expect, test } from 'vitest';
import { expectLocksRequired } from '../../testing/concurrency/races.ts';
import { createTestRoom, NOW } from '../../testing/database.ts';
import { changeDefaultLevel } from './default-level.ts';
import { findMembership } from './member-store.ts';

test('Y26 an option that is set while the default reaches the room keeps it, and is kept', async () => {
  const { db, path, uid, roomId } = await createTestRoom();
  await changeDefaultLevel(db, { uid, now: NOW, incarnation: '' }, 'everything');
  await expectLocksRequired({
    path,
    jobs: [
      { mutation: 'set_room_options', caller: { uid }, input: { roomId, favourite: true } },
      {
        mutation: 'spread_default_level',
        caller: { uid: '' },
        input: { uid, roomIds: [roomId], isLast: true },
      },
    ],
    assertInvariant: async after => {
      const stored = await findMembership(after, roomId, uid);
      expect(stored).toMatchObject({ favourite: 1, level: 'everything', levelByDefault: 1 });
    },
  });
});
