import { ShieldX } from 'lucide-react';
import { lazyStrings } from '../../../strings/lazy-strings.ts';
import type { ActionContext, MessageAction } from './message-action.ts';

/** For messages of other people: the author has "Delete message". */
export const removeMessage: MessageAction = {
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
