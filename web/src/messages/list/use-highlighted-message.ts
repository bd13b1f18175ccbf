import { useEffect, useState } from 'react';

/** How long a message stays marked, ms; the mark fades within it. */
const HIGHLIGHT_MS = 2600;

/** The message to mark: for a moment, the one that the reader was led to. It gets the focus as well. */
export function useHighlightedMessage(messageId: string | undefined): string | undefined {
  const [highlighted, setHighlighted] = useState(messageId);
  useEffect(() => {
    if (messageId === undefined) return undefined;
    // After the composer, which takes the focus when it appears.
    const focus = setTimeout(() => document.getElementById(messageId)?.focus({ preventScroll: true }));
    const timer = setTimeout(() => setHighlighted(undefined), HIGHLIGHT_MS);
    return () => {
      clearTimeout(focus);
      clearTimeout(timer);
    };
  }, [messageId]);
  return highlighted;
}
