import { useEffect, useSyncExternalStore } from 'react';
import { useChat } from '../../state/chat-context.ts';
import { useStore } from '../../state/use-store.ts';
import { getSavedMessages } from './saved-messages.ts';

/** Undefined until known. */
export function useIsSaved(roomId: string, messageId: string): boolean | undefined {
  const chat = useChat();
  const saved = getSavedMessages(chat);
  const isKnown = useStore(saved.marks).has(`saved:${roomId}:${messageId}`);
  useEffect(() => {
    if (!isKnown) void saved.request(roomId, messageId);
  }, [saved, roomId, messageId, isKnown]);
  const subscribe = saved.subscribeToMarks;
  return useSyncExternalStore(subscribe, () => saved.isSaved(roomId, messageId));
}
