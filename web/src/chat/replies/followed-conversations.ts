import type { Chat } from '@snug/client';
import { FollowedConversations } from '@snug/client/conversations/followed-conversations.ts';
import { setTimer } from '../../ui/browser/set-timer.ts';

const byChat = new WeakMap<Chat, FollowedConversations>();

/** One for each chat. It follows the chat until the page ends. */
export function getFollowedConversations(chat: Chat): FollowedConversations {
  const known = byChat.get(chat);
  if (known) return known;
  const followed = new FollowedConversations(chat, { now: Date.now, random: Math.random, setTimer });
  byChat.set(chat, followed);
  followed.start();
  return followed;
}
