import type { KeyboardEvent } from 'react';
import { useChat, useDrafts, useMe } from '../chat/chat-context.ts';
import { editLastMessage } from '../messages/edit/edit-session.ts';
import { pressUndo } from '../messages/undo/press-undo.ts';
import { endReply } from '../replies/reply-drafts.ts';
import { isSendKey } from './is-send-key.ts';

/** Sends, ends the answer to a message, or takes back or edits the last message of the person. */
export function useComposerKeys(roomId: string, text: string, send: (event: KeyboardEvent) => void) {
  const chat = useChat();
  const drafts = useDrafts();
  const { uid } = useMe();
  return (event: KeyboardEvent): void => {
    if (isSendKey(event)) return send(event);
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') endReply(drafts, roomId);
    else if (isUndoKey(event) && text === '' && pressUndo()) event.preventDefault();
    else if (event.key === 'ArrowUp' && text === '' && editLastMessage(chat, roomId, uid))
      event.preventDefault();
  };
}

function isUndoKey({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !shiftKey && !altKey;
}
