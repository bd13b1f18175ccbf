import { MessagesSquare } from 'lucide-react';
import { lazyStrings } from '../../../strings/lazy-strings.ts';
import type { MessageAction } from '../../messages/actions/message-action.ts';
import { openConversation } from '../reply-drafts.ts';
import { openConversationPage } from './conversation-path.ts';

export const showConversation: MessageAction = {
  icon: MessagesSquare,
  movesFocus: true,
  getLabel: ({ row }) =>
    openConversation.get()?.roomId === row.roomId ? undefined : lazyStrings.replies.showConversation,
  run: ({ row }) => openConversationPage(row.roomId, row.rootId ?? row.id),
};
