import { readNotificationSettings } from '../notifications/notification-settings.ts';
import type { Handlers } from './command-handler.ts';
import { forward } from './forward.ts';

export const notificationHandlers = {
  ...forward('set_notification_settings'),

  get_notification_settings: async ({ read }, caller) => ({
    settings: await readNotificationSettings(read, caller),
    now: caller.now,
  }),
} satisfies Partial<Handlers>;
