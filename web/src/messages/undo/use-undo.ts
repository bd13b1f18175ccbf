import type { Mention, Reply } from '@snug/protocol';
import { useCallback, useSyncExternalStore } from 'react';
import { useChat, useDrafts, useMe } from '../../chat/chat-context.ts';
import { focusComposer } from '../../composer/focus-composer.ts';
import { getReplyDraft, openConversation } from '../../replies/reply-drafts.ts';
import { deleteMessage } from '../delete-message.ts';
import { editPendingItems } from '../edit/pending-edits.ts';
import { applyPendingChanges } from '../pending-changes.ts';
import { getUndoWindow } from './undo-window.ts';

interface UndoneMessage {
  id: string;
  reply?: Reply | undefined;
  rootId?: string | undefined;
  text?: string | undefined;
  mentions?: readonly Mention[] | undefined;
}

export function useCanUndo(id: string): boolean {
  const { ids } = getUndoWindow(useChat());
  return useSyncExternalStore(ids.subscribe, () => ids.get().has(id));
}

/** Takes a message back, by default the newest one. Its text returns to the composer. False if there is none. */
export function useUndo(roomId: string): (id?: string) => boolean {
  const chat = useChat();
  const drafts = useDrafts();
  const { uid } = useMe();
  return useCallback(
    id => {
      const window = getUndoWindow(chat);
      const pending = chat.actions.pending.get();
      const items = chat.outbox.items.get().filter(item => item.roomId === roomId);
      const stored = chat.room(roomId).view.get().log?.messages ?? [];
      const messages: UndoneMessage[] = [
        ...applyPendingChanges(stored, pending),
        ...editPendingItems(items, pending),
      ];
      const ids = window.ids.get();
      const message = messages.findLast(one => ids.has(one.id) && (id === undefined || one.id === id));
      if (!message) return false;
      window.end(message.id);
      if (items.some(item => item.id === message.id)) chat.outbox.withdraw(message.id);
      // The server may have it already: its result can be lost, or on its way.
      deleteMessage(chat, roomId, message.id);
      drafts.prepend(roomId, message.text ?? '', message.mentions ?? []);
      const { reply, rootId } = message;
      const isInConversation = openConversation.get()?.roomId === roomId;
      if (reply && rootId && !(isInConversation && reply.id === rootId))
        getReplyDraft(uid, roomId).set({ reply, rootId });
      focusComposer();
      return true;
    },
    [chat, drafts, uid, roomId],
  );
}
