import { useEffect, useState } from 'react';

/** Includes the fade-out. */
const HIGHLIGHT_MS = 2600;

/** Focuses a message, and returns its id for a moment. */
export function useHighlightedMessage(messageId: string | undefined): string | undefined {
  const [highlighted, setHighlighted] = useState(messageId);
  useEffect(() => {
    if (messageId === undefined) return undefined;
    // Runs after the composer, which takes the focus when it mounts.
    const focus = setTimeout(() => {
      // Its reader goes on to the next result.
      if (document.activeElement?.closest('[data-keeps-focus]')) return;
      document.getElementById(messageId)?.focus({ preventScroll: true });
    });
    const timer = setTimeout(() => setHighlighted(undefined), HIGHLIGHT_MS);
    return () => {
      clearTimeout(focus);
      clearTimeout(timer);
    };
  }, [messageId]);
  return highlighted;
}
