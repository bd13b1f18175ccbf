import { useEffect, useState } from 'react';
import { useDrafts } from '../chat/chat-context.ts';

/** What is written for a room. One room a component. */
export function useDraft(roomId: string) {
  const drafts = useDrafts();
  const [text, setText] = useState(() => drafts.get(roomId));

  // The same words in two tabs are one draft: sent in one, they are gone in the other.
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
