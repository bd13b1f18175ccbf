import { useChat, useMe } from '../../../state/chat-context.ts';
import { useStore } from '../../../state/use-store.ts';
import { useWorkspace } from '../../../state/use-workspace.ts';
import { useIsFollowed } from '../../replies/use-is-followed.ts';
import { useIsSaved } from '../../saved/use-saved.ts';
import type { Row } from '../rows.ts';
import type { ActionContext } from './message-action.ts';

export function useActionContext(row: Row, showDialog: ActionContext['showDialog']): ActionContext {
  const chat = useChat();
  const me = useMe();
  const { log } = useStore(chat.room(row.roomId).view);
  return {
    chat,
    me,
    row,
    room: log?.room,
    isOwn: row.author.uid === me.uid,
    workspace: useWorkspace()[0],
    isRoomAdmin: log?.admins.includes(me.uid) ?? false,
    isSaved: useIsSaved(row.roomId, row.id) ?? false,
    isFollowed: useIsFollowed(row.roomId, row.rootId ?? row.id) ?? false,
    showDialog,
  };
}
