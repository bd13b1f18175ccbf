import type { Mention, Reply } from '@snug/protocol';
import { useCallback, useSyncExternalStore } from 'react';
import { useChat, useDrafts } from '../../../state/chat-context.ts';
import { focusComposer } from '../../composer/focus-composer.ts';
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

/** Takes a message back. Its text returns to the composer. */
export function useUndo(roomId: string): (id: string) => void {
  const chat = useChat();
  const drafts = useDrafts();
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
      const message = messages.findLast(one => one.id === id);
      if (!message) return;
      window.end(id);
      if (items.some(item => item.id === id)) chat.outbox.withdraw(id);
      // The server may have it already: its result can be lost, or on its way.
      void deleteMessage(chat, roomId, id);
      const { text = '', mentions, reply, rootId } = message;
      drafts.room(roomId).prepend(text, mentions, reply && rootId ? { reply, rootId } : undefined);
      focusComposer();
    },
    [chat, drafts, roomId],
  );
}
