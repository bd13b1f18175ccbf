import { Pencil } from 'lucide-react';
import { lazyStrings } from '../../../strings/lazy-strings.ts';
import type { MessageAction } from '../actions/message-action.ts';
import { startEdit } from './edit-session.ts';

export const editMessage: MessageAction = {
  icon: Pencil,
  movesFocus: true,
  getLabel: ({ isOwn, row }) => (isOwn && row.text !== '' ? lazyStrings.replies.edit : undefined),
  run: ({ row }) => startEdit(row),
};
