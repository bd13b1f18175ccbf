import { expect, test } from 'vitest';
import type { WriteJob } from '../db/store.ts';
import { expectLocksRequired } from '../testing/concurrency/races.ts';
import { addPerson, addSession, NOW, temporaryDatabase } from '../testing/database.ts';
import { addPushDevice, createSubscription } from '../testing/push-devices.ts';
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

test('PD6 a device that is removed while its page renews it stays removed', async () => {
  const { db, path } = await temporaryDatabase();
  const uid = await addPerson(db, 'Ann');
  const sessionId = await addSession(db, uid);
  const subscription = createSubscription();
  const id = await addPushDevice(db, uid, { sessionId, subscription });
  const renewal = { ...subscription, id: 'new', sessionId, isRenewal: true };
  await expectLocksRequired({
    path,
    jobs: [
      { mutation: 'remove_push_device', caller: { uid }, input: { id, sessionId: 'elsewhere' } },
      { mutation: 'add_push_device', caller: { uid }, input: renewal },
    ],
    assertInvariant: async after =>
      expect(await after.selectFrom('push_devices').selectAll().execute()).toEqual([]),
  });
});
