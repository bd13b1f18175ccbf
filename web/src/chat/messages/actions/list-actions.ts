import { follow, unfollow } from '../../replies/conversation/follow.ts';
import { showConversation } from '../../replies/conversation/show-conversation.ts';
import { editMessage } from '../edit/edit-message.ts';
import { copyMessageLink } from './copy-message-link.ts';
import { copyMessageText } from './copy-message-text.ts';
import { markUnread } from './mark-unread.ts';
import type { ActionContext, MessageAction } from './message-action.ts';
import { pin, unpin } from './pin.ts';
import { removeMessage } from './remove-message.ts';
import { reportMessage } from './report-message.ts';
import { remind, save, unsave } from './save.ts';

/**
 * The entries of "More" and of the touch sheet, in their order: "Edit message", "Copy text", "Copy link", "Mark unread from here",
 * "Pin", "Save for later", "Remind me", "Show conversation", "Follow conversation", "Report", "Remove message".
 */
const MESSAGE_ACTIONS: readonly MessageAction[] = [
  editMessage,
  copyMessageText,
  copyMessageLink,
  markUnread,
  pin,
  unpin,
  save,
  unsave,
  remind,
  showConversation,
  follow,
  unfollow,
  reportMessage,
  removeMessage,
];

export interface ShownAction extends MessageAction {
  label: string;
}

export function listActions(context: ActionContext): ShownAction[] {
  return MESSAGE_ACTIONS.flatMap(action => {
    const label = action.getLabel(context);
    return label === undefined ? [] : { ...action, label };
  });
}
