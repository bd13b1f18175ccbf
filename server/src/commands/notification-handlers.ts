import { newId } from '../base/ids.ts';
import { requireFound } from '../base/require-found.ts';
import { findUnchanged, readDevices } from '../notifications/devices/push-devices.ts';
import { sendTestPush } from '../notifications/devices/test-push.ts';
import { readMailState } from '../notifications/missed-mail/missed-mails.ts';
import { readNotificationSettings } from '../notifications/notification-settings.ts';
import type { Handlers } from './command-handler.ts';
import { forward } from './forward.ts';

export const notificationHandlers = {
  ...forward('set_notification_settings'),

  get_notification_settings: async ({ read, mails }, caller) => ({
    settings: await readNotificationSettings(read, caller),
    now: caller.now,
    ...(mails && { mail: await readMailState(read, caller.uid) }),
  }),

  set_active: async (_services, { subscriber }, { active }) => {
    subscriber?.setActive(active);
    return {};
  },

  add_push_device: async ({ read, writer, push }, caller, { renews: isRenewal = false, ...input }) => {
    const { uid, sessionId } = caller;
    const subscription = { ...input, p256dh: removePadding(input.p256dh), auth: removePadding(input.auth) };
    requireFound(push).check(subscription);
    const device = await findUnchanged(read, caller, subscription);
    if (device) return { device };
    return writer.write('add_push_device', { uid }, { ...subscription, id: newId(), sessionId, isRenewal });
  },

  remove_push_device: ({ writer, push }, { uid, sessionId }, { id }) => {
    requireFound(push);
    return writer.write('remove_push_device', { uid }, { id, sessionId });
  },

  list_push_devices: async ({ read, push }, caller) => ({
    pushKey: requireFound(push).key,
    devices: await readDevices(read, caller),
  }),

  test_push: ({ read, writer, push, fixedSettings: fixed }, caller, { id }) =>
    sendTestPush({ read, writer, push: requireFound(push), fixed }, caller, id),
} satisfies Partial<Handlers>;

function removePadding(base64: string): string {
  return base64.replaceAll('=', '');
}
