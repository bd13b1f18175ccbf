import { actionKeys } from '@snug/client';
import { useEffect } from 'react';
import { useChat, useDrafts, useMe } from '../../../state/chat-context.ts';
import { useStore } from '../../../state/use-store.ts';
import { editSession, endEdit } from './edit-session.ts';
import { endLostEdit } from './end-lost-edit.ts';
import { isDeleted } from './is-deleted.ts';
import { keepEdit } from './kept-edits.ts';

/** Ends the edit of a message that is deleted. A changed text goes to the composer, if the person did not delete it in this browser. */
export function useDeletedEdits(): void {
  const chat = useChat();
  const drafts = useDrafts();
  const { uid } = useMe();
  const session = useStore(editSession);
  useEffect(() => {
    if (!session) return undefined;
    const { roomId, id } = session;
    const { view } = chat.room(roomId);
    let { seq } = session;
    const onLog = () => {
      const { log } = view.get();
      seq ??= log?.messages.find(message => message.id === id)?.seq;
      if (log && seq !== undefined && isDeleted(log, { id, seq })) endLostEdit(drafts, uid, session);
    };
    const onActions = () => {
      if (!chat.actions.find(actionKeys.deletion(roomId, id))) return;
      keepEdit({ uid, roomId, id }, undefined);
      endEdit();
    };
    const stops = [view.subscribe(onLog), chat.actions.pending.subscribe(onActions)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [chat, drafts, uid, session]);
}
