import { useEffect, useState } from 'react';
import { useDrafts } from '../chat/chat-context.ts';

/** The draft of a room. Use it once per room. */
export function useDraft(roomId: string) {
  const drafts = useDrafts();
  const [text, setText] = useState(() => drafts.get(roomId));

  // Two tabs with the same text share a draft: sending it in one tab clears it in the other.
  useEffect(
    () => drafts.subscribe(roomId, (before, now) => setText(text => (text === before ? now : text))),
    [drafts, roomId],
  );

  function update(next: string): void {
    setText(next);
    drafts.set(roomId, next);
  }

  function send(whenSafe: Promise<void>): void {
    setText('');
    void drafts.send(roomId, whenSafe);
  }

  return { text, update, send };
}
