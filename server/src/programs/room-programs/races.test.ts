import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import type { WriteJob } from '../../db/store.ts';
import { expectInvariant, type Race } from '../../testing/concurrency/races.ts';
import { createRoomJob, createTestRoom, NOW, runJob } from '../../testing/database.ts';
import { findByHash } from '../tokens/token-store.ts';

test('BT13 a token that is removed from two rooms at once has neither', async () => {
  const { db, path, uid, roomId } = await createTestRoom();
  const room = createRoomJob(uid, { name: 'Second' });
  await runJob(db, room);
  const { id: other } = (room as { input: { id: string } }).input;
  const token = { id: newId(), hash: newId(), name: 'A program', roomIds: [roomId, other], expiresInDays: 1 };
  await runJob(db, { mutation: 'create_token', caller: { uid }, input: token });
  const removal = (from: string): WriteJob => ({
    mutation: 'remove_room_program',
    caller: { uid },
    input: { roomId: from, id: token.id, ownerId: uid },
  });
  const race: Race = {
    path,
    jobs: [removal(roomId), removal(other)],
    assertInvariant: async after => {
      expect(await after.selectFrom('token_rooms').selectAll().execute()).toEqual([]);
      expect(await findByHash(after, token.hash, NOW)).toBe(undefined);
    },
  };
  await expectInvariant(race);
  await expect(expectInvariant(race, 'none'), 'without locks').rejects.toThrow('expected');
});
