import type { Chat } from '@snug/client';
import { SavedMessages } from '@snug/client/actions/saved-messages.ts';
import { setTimer } from '../../ui/browser/set-timer.ts';

const byChat = new WeakMap<Chat, SavedMessages>();

/** One for each chat. It follows the chat until the page ends. */
export function getSavedMessages(chat: Chat): SavedMessages {
  const known = byChat.get(chat);
  if (known) return known;
  const saved = new SavedMessages(chat, { now: Date.now, random: Math.random, setTimer });
  byChat.set(chat, saved);
  saved.start();
  return saved;
}
