import { MessageSquareDot } from 'lucide-react';
import { lazyStrings } from '../../../strings/lazy-strings.ts';
import type { MessageAction } from './message-action.ts';

/** For the members of a room. */
export const markUnread: MessageAction = {
  icon: MessageSquareDot,
  getLabel: ({ chat, row }) =>
    chat.cursors.get(row.roomId) && row.seq !== undefined ? lazyStrings.messageActions.markUnread : undefined,
  run: ({ chat, row }) => chat.cursors.markUnread(row.roomId, row.seq ?? 0),
};
