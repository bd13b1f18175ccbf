import type { Session } from '@snug/protocol';
import { useEffect, useState } from 'react';
import { useChat } from '../chat/chat-context.ts';
import { useStore } from '../chat/use-store.ts';

/** The active sessions, this one first. Undefined while unknown. */
export function useSessions(): Session[] | undefined {
  const chat = useChat();
  const isConnected = useStore(chat.connection.state).status === 'connected';
  const [sessions, setSessions] = useState<Session[]>();
  useEffect(() => {
    // If it fails, the list stays until the next connection requests it again.
    if (isConnected) chat.listSessions().then(setSessions, () => {});
  }, [chat, isConnected]);
  return sessions;
}
