import { expect, test } from 'vitest';
import { expectInvariant } from '../../testing/concurrency/races.ts';
import { addPerson, createTestRoom } from '../../testing/database.ts';
import { addEmoji, createEmojiJob, createNameJob } from '../../testing/emoji.ts';

test('CE1 of two servers that give the same name at once, one gets it, and versions have no gap', async () => {
  const { db, path, uid } = await createTestRoom();
  const ben = await addPerson(db, 'Ben');
  await addEmoji(db, uid, 'first');
  await expectInvariant({
    path,
    jobs: [createNameJob(uid, 'first', 'second'), await createEmojiJob(db, ben, 'third')],
    assertInvariant: async after => {
      const rows = await after.selectFrom('emoji').select(['name', 'version']).orderBy('version').execute();
      expect(rows.map(({ version }) => version)).toEqual([1, 2, 3]);
      expect(rows.map(({ name }) => name).toSorted()).toEqual(['first', 'second', 'third']);
    },
  });
});
