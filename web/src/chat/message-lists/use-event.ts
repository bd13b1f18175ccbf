import type { Event } from '@snug/protocol';
import { useEffect, useEffectEvent } from 'react';
import { useChat } from '../../state/chat-context.ts';

/** Calls the function with each event of the server while mounted. */
export function useEvent(onEvent: (event: Event) => void): void {
  const { events } = useChat().connection;
  const listener = useEffectEvent(onEvent);
  useEffect(() => events.subscribe(event => listener(event)), [events]);
}
