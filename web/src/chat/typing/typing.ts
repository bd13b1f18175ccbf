import type { Chat } from '@snug/client';
import { Typing } from '@snug/client/rooms/typing.ts';
import { setTimer } from '../../ui/browser/set-timer.ts';

const byChat = new WeakMap<Chat, Typing>();

/** One for each chat. It follows the chat until the page ends. */
export function getTyping(chat: Chat): Typing {
  const known = byChat.get(chat);
  if (known) return known;
  const typing = new Typing({ now: Date.now, setTimer }, chat);
  byChat.set(chat, typing);
  typing.start();
  return typing;
}
