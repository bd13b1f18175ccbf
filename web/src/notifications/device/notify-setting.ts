import { StoredValue } from '../../ui/browser/stored-value.ts';

const SETTINGS = ['ask', 'on', 'off', 'again'] as const;

/** `again`: it was on when the person signed out. `ask`: they have sent a message from this browser. Undefined before. */
export type NotifySetting = (typeof SETTINGS)[number] | undefined;

/** Whether this browser shows notifications, as far as its person has decided. */
export const notifySetting = new StoredValue<NotifySetting>('snug:notifications', {
  parse: stored => SETTINGS.find(setting => setting === stored),
  serialize: setting => setting ?? null,
});
