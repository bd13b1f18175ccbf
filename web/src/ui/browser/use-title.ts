import { useEffect } from 'react';
import { formatBadge } from '../text/badge.ts';
import { isolateBidi } from '../text/bidi.ts';

/** Sets the title of the browser tab while the caller is mounted. `unread`: a count in front of it. */
export function useTitle(title: string | undefined, unread = 0): void {
  useEffect(() => {
    const name = title ? `${isolateBidi(title)} · Snug` : 'Snug';
    document.title = unread > 0 ? `(${formatBadge(unread)}) ${name}` : name;
    return () => {
      document.title = 'Snug';
    };
  }, [title, unread]);
}
