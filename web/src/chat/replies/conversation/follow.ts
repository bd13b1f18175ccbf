import { Bell, BellOff } from 'lucide-react';
import { showWhenStored } from '../../../state/actions/show-when-stored.ts';
import { lazyStrings } from '../../../strings/lazy-strings.ts';
import type { ActionContext, MessageAction } from '../../messages/actions/message-action.ts';
import { getFollowedConversations } from '../followed-conversations.ts';

export const follow: MessageAction = {
  icon: Bell,
  getLabel: ({ isFollowed }) => (isFollowed ? undefined : lazyStrings.replies.follow),
  run: context => set(context, true, lazyStrings.replies.followed),
};

export const unfollow: MessageAction = {
  icon: BellOff,
  getLabel: ({ isFollowed }) => (isFollowed ? lazyStrings.replies.unfollowConversation : undefined),
  run: context => set(context, false, lazyStrings.conversations.unfollowed),
};

function set({ chat, row }: ActionContext, on: boolean, text: string): void {
  const stored = getFollowedConversations(chat).set(row.roomId, row.rootId ?? row.id, on);
  void showWhenStored(chat, stored, text);
}
