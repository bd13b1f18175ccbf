import { expect, test } from 'vitest';
import type { WriteJob } from '../db/store.ts';
import { expectLocksRequired } from '../testing/concurrency/races.ts';
import { addPerson, NOW, temporaryDatabase } from '../testing/database.ts';
import { readNotificationSettings } from './notification-settings.ts';

test('NS1 if two devices change different settings at once, both changes stay', async () => {
  const { db, path } = await temporaryDatabase();
  const uid = await addPerson(db, 'Ann');
  const set = (input: object): WriteJob => ({
    mutation: 'set_notification_settings',
    caller: { uid },
    input,
  });
  await expectLocksRequired({
    path,
    jobs: [set({ words: ['soup'] }), set({ mail: 'never' })],
    assertInvariant: async after => {
      const settings = await readNotificationSettings(after, { uid, now: NOW });
      expect(settings).toMatchObject({ version: 2, words: ['soup'], mail: 'never' });
    },
  });
});
