import type { Chat } from '@snug/client';
import {
  OwnNotificationSettings,
  type SettingsChange,
} from '@snug/client/notifications/own-notification-settings.ts';
import { isQuiet, type NotificationSettings } from '@snug/protocol';
import { useChat } from '../state/chat-context.ts';
import { useStore } from '../state/use-store.ts';
import { setTimer } from '../ui/browser/set-timer.ts';
import { showCommandError } from '../ui/feedback/toast.ts';

const byChat = new WeakMap<Chat, OwnNotificationSettings>();

/** One for each chat. It follows the chat until the page ends. */
export function getOwnSettings(chat: Chat): OwnNotificationSettings {
  const known = byChat.get(chat);
  if (known) return known;
  const own = new OwnNotificationSettings(chat, { now: Date.now, random: Math.random, setTimer });
  byChat.set(chat, own);
  own.start();
  return own;
}

export type ChangeSettings = (change: SettingsChange) => Promise<boolean>;

export interface ChoiceProps {
  settings: NotificationSettings;
  onChange: ChangeSettings;
}

/** Undefined until they are known. A change resolves to whether the server has stored it; if not, an error shows. */
export function useOwnSettings(): [settings: NotificationSettings | undefined, change: ChangeSettings] {
  const own = getOwnSettings(useChat());
  return [useStore(own), change];

  async function change(changed: SettingsChange): Promise<boolean> {
    try {
      await own.change(changed);
      return true;
    } catch (error) {
      showCommandError(error);
      return false;
    }
  }
}

/** Whether notifications of this person wait, because of quiet hours or a pause. False until the settings are known. */
export function isQuietNow(chat: Chat): boolean {
  const own = getOwnSettings(chat);
  const settings = own.get();
  try {
    return settings !== undefined && isQuiet(settings, own.now());
  } catch {
    // This browser does not know the time zone.
    return false;
  }
}
