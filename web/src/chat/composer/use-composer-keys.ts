import type { KeyboardEvent } from 'react';
import { useChat, useDrafts, useMe } from '../../state/chat-context.ts';
import { readKey } from '../../ui/keyboard/read-key.ts';
import { editLastMessage } from '../messages/edit/edit-session.ts';
import { scrollByKey } from '../messages/scroll/scroll-keys.ts';
import { pressUndo } from '../messages/undo/press-undo.ts';
import { endReply } from '../replies/reply-drafts.ts';
import { isSendKey } from './is-send-key.ts';

/** Sends, ends the answer to a message, or, while the text is empty, takes back or edits the last message, or scrolls the messages. */
export function useComposerKeys(roomId: string, send: (event: KeyboardEvent) => void) {
  const chat = useChat();
  const drafts = useDrafts();
  const { uid } = useMe();

  /** Returns false for other keys. */
  function runInEmptyComposer(event: KeyboardEvent): boolean {
    if (isUndoKey(event)) return pressUndo();
    const { key, nativeEvent, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (ctrlKey || metaKey || altKey || shiftKey) return false;
    return key === 'ArrowUp' ? editLastMessage(chat, roomId, uid) : scrollByKey(nativeEvent);
  }

  return (event: KeyboardEvent): void => {
    if (isSendKey(event)) return send(event);
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') endReply(drafts, roomId);
    else if (drafts.room(roomId).get().text === '' && runInEmptyComposer(event)) event.preventDefault();
  };
}

function isUndoKey({ ctrlKey, metaKey, shiftKey, altKey, nativeEvent }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !shiftKey && !altKey && readKey(nativeEvent) === 'Z';
}
