import { AlarmClock, Bookmark, BookmarkX } from 'lucide-react';
import { showWhenStored } from '../../../state/actions/show-when-stored.ts';
import { lazyStrings } from '../../../strings/lazy-strings.ts';
import { getSavedMessages } from '../../saved/saved-messages.ts';
import type { MessageAction } from './message-action.ts';

export const save: MessageAction = {
  icon: Bookmark,
  getLabel: ({ isSaved }) => (isSaved ? undefined : lazyStrings.saved.save),
  run: ({ chat, row }) => {
    const stored = getSavedMessages(chat).set(row.roomId, row.id, true);
    void showWhenStored(chat, stored, lazyStrings.saved.saved);
  },
};

export const unsave: MessageAction = {
  icon: BookmarkX,
  getLabel: ({ isSaved }) => (isSaved ? lazyStrings.saved.unsave : undefined),
  run: ({ chat, row }) => {
    const stored = getSavedMessages(chat).set(row.roomId, row.id, false);
    void showWhenStored(chat, stored, lazyStrings.saved.unsaved);
  },
};

export const remind: MessageAction = {
  icon: AlarmClock,
  movesFocus: true,
  getLabel: () => lazyStrings.reminders.action,
  run: ({ showDialog }) =>
    showDialog(() => import('../../saved/remind-dialog.tsx').then(module => module.RemindRowDialog)),
};
