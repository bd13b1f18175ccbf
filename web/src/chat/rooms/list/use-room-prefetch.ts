import { useEffect, useRef } from 'react';
import { useChat } from '../../../state/chat-context.ts';

/** The minimum time over a link: shorter hovers only pass over it. */
const DWELL_MS = 60;

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
    // The delay also skips rows that the keyboard only passes.
    onFocus: prefetchSoon,
    onBlur: stop,
  };
}
