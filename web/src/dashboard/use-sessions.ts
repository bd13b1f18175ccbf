import type { Session } from '@snug/protocol';
import { useEffect, useState } from 'react';
import { useChat } from '../chat/chat-context.ts';
import { useStore } from '../chat/use-store.ts';

/** Where one is signed in, here first; undefined while it is not known. */
export function useSessions(): Session[] | undefined {
  const chat = useChat();
  const isConnected = useStore(chat.connection.state).status === 'connected';
  const [sessions, setSessions] = useState<Session[]>();
  useEffect(() => {
    // Without a connection it stays as it is; with the next one it is asked again.
    if (isConnected) chat.listSessions().then(setSessions, () => {});
  }, [chat, isConnected]);
  return sessions;
}
