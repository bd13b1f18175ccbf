import { useEffect, useRef } from 'react';
import { useChat } from '../chat/chat-context.ts';

/** A pointer that only passes over does not stay this long, ms. */
const DWELL_MS = 60;

/** For a link to a room: who is about to open it has it read beforehand. */
export function useRoomPrefetch(roomId: string) {
  const chat = useChat();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stop = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  const prefetch = () => chat.room(roomId).prefetch();
  const prefetchSoon = () => {
    stop();
    timer.current = setTimeout(prefetch, DWELL_MS);
  };
  return {
    onPointerEnter: prefetchSoon,
    onPointerLeave: stop,
    onPointerDown: prefetch,
    // Who walks through the list by keys does not stay either.
    onFocus: prefetchSoon,
    onBlur: stop,
  };
}
