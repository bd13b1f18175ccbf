import type { Trim } from '@snug/client';
import { useEffect, useEffectEvent } from 'react';
import { useChat } from '../../state/chat-context.ts';

/** Calls the function while mounted, when the log of a room has lost its beginning. */
export function useTrims(onTrim: (trim: Trim) => void): void {
  const { trimmed } = useChat();
  const listener = useEffectEvent(onTrim);
  useEffect(() => trimmed.subscribe(trim => listener(trim)), [trimmed]);
}
