import {
  AlarmClock,
  Bell,
  BellOff,
  Bookmark,
  BookmarkX,
  Copy,
  Flag,
  Link,
  MessageSquareDot,
  MessagesSquare,
  Pencil,
  Pin,
  PinOff,
  ShieldX,
} from 'lucide-react';
import { showWhenStored } from '../../../state/actions/show-when-stored.ts';
import { messagePath } from '../../../state/room-path.ts';
import { lazyStrings } from '../../../strings/lazy-strings.ts';
import { copyLink } from '../../../ui/feedback/copy-link.ts';
import { showError, showSuccess } from '../../../ui/feedback/toast.ts';
import { copyText } from '../../../ui/text/copy-text.ts';
import { canPin } from '../../pins/can-pin.ts';
import { setPin } from '../../pins/set-pin.ts';
import { openConversationPage } from '../../replies/conversation/conversation-path.ts';
import { getFollowedConversations } from '../../replies/followed-conversations.ts';
import { openConversation } from '../../replies/reply-drafts.ts';
import { getSavedMessages } from '../../saved/saved-messages.ts';
import { startEdit } from '../edit/edit-session.ts';
import type { ActionContext, MessageAction } from './message-action.ts';

const edit: MessageAction = {
  icon: Pencil,
  movesFocus: true,
  getLabel: ({ isOwn, row }) => (isOwn && row.text !== '' ? lazyStrings.replies.edit : undefined),
  run: ({ row }) => startEdit(row),
};

const copyMessageText: MessageAction = {
  icon: Copy,
  getLabel: ({ row }) => (row.text === '' ? undefined : lazyStrings.messageActions.copyText),
  run: ({ row }) => void copyAndShow(row.text),
};

async function copyAndShow(text: string): Promise<void> {
  if (await copyText(text)) showSuccess(lazyStrings.messageActions.textCopied);
  else showError(lazyStrings.messageActions.textNotCopied);
}

const copyMessageLink: MessageAction = {
  icon: Link,
  key: 'C',
  getLabel: () => lazyStrings.messageActions.copyLink,
  run: ({ row }) => void copyLink(messagePath(row.roomId, row.id)),
};

/** For the members of a room. */
const markUnread: MessageAction = {
  icon: MessageSquareDot,
  getLabel: ({ chat, row }) =>
    chat.cursors.get(row.roomId) && row.seq !== undefined ? lazyStrings.messageActions.markUnread : undefined,
  run: ({ chat, row }) => chat.cursors.markUnread(row.roomId, row.seq ?? 0),
};

const pin: MessageAction = {
  icon: Pin,
  getLabel: ({ row, room, isRoomAdmin }) =>
    canPin(room, isRoomAdmin) && !row.isPinned ? lazyStrings.pins.pin : undefined,
  run: ({ chat, row }) => setPin(chat, row.roomId, row.id, true),
};

const unpin: MessageAction = {
  icon: PinOff,
  getLabel: ({ row, room, isRoomAdmin }) =>
    canPin(room, isRoomAdmin) && row.isPinned ? lazyStrings.pins.unpin : undefined,
  run: ({ chat, row }) => setPin(chat, row.roomId, row.id, false),
};

const save: MessageAction = {
  icon: Bookmark,
  getLabel: ({ isSaved }) => (isSaved ? undefined : lazyStrings.saved.save),
  run: context => setSaved(context, true, lazyStrings.saved.saved),
};

const unsave: MessageAction = {
  icon: BookmarkX,
  getLabel: ({ isSaved }) => (isSaved ? lazyStrings.saved.unsave : undefined),
  run: context => setSaved(context, false, lazyStrings.saved.unsaved),
};

function setSaved({ chat, row }: ActionContext, isSaved: boolean, text: string): void {
  const stored = getSavedMessages(chat).set(row.roomId, row.id, isSaved);
  void showWhenStored(chat, stored, text);
}

const remind: MessageAction = {
  icon: AlarmClock,
  movesFocus: true,
  getLabel: () => lazyStrings.reminders.action,
  run: ({ showDialog }) =>
    showDialog(() => import('../../saved/remind-dialog.tsx').then(module => module.RemindRowDialog)),
};

const showConversation: MessageAction = {
  icon: MessagesSquare,
  movesFocus: true,
  getLabel: ({ row }) =>
    openConversation.get()?.roomId === row.roomId ? undefined : lazyStrings.replies.showConversation,
  run: ({ row }) => openConversationPage(row.roomId, row.rootId ?? row.id),
};

const follow: MessageAction = {
  icon: Bell,
  getLabel: ({ isFollowed }) => (isFollowed ? undefined : lazyStrings.replies.follow),
  run: context => setFollowed(context, true, lazyStrings.replies.followed),
};

const unfollow: MessageAction = {
  icon: BellOff,
  getLabel: ({ isFollowed }) => (isFollowed ? lazyStrings.replies.unfollowConversation : undefined),
  run: context => setFollowed(context, false, lazyStrings.conversations.unfollowed),
};

function setFollowed({ chat, row }: ActionContext, isFollowed: boolean, text: string): void {
  const stored = getFollowedConversations(chat).set(row.roomId, row.rootId ?? row.id, isFollowed);
  void showWhenStored(chat, stored, text);
}

/** Without a workspace admin, nobody would read the report. */
const report: MessageAction = {
  icon: Flag,
  getLabel: ({ isOwn, workspace }) =>
    !isOwn && workspace?.hasAdmin ? lazyStrings.messageActions.report : undefined,
  run: ({ showDialog }) =>
    showDialog(() => import('./report-dialog.tsx').then(module => module.ReportDialog)),
};

/** For messages of other people: the author has "Delete message". */
const remove: MessageAction = {
  icon: ShieldX,
  isDanger: true,
  getLabel: context => (canRemove(context) ? lazyStrings.messageActions.remove : undefined),
  run: ({ showDialog }) =>
    showDialog(() => import('./remove-dialog.tsx').then(module => module.RemoveDialog)),
};

function canRemove({ isOwn, isRoomAdmin, room, workspace }: ActionContext): boolean {
  const isOpen = room !== undefined && room.kind === undefined;
  return !isOwn && (isRoomAdmin || (isOpen && workspace?.admin === true));
}

/** The entries of "More" and of the touch sheet, in their order. */
const MESSAGE_ACTIONS: readonly MessageAction[] = [
  edit,
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
  report,
  remove,
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
