import { useEffect } from 'react';
import { formatBadge } from '../text/badge.ts';
import { isolateBidi } from '../text/bidi.ts';

export function useTitle(title: string | undefined, unread = 0): void {
  useEffect(() => {
    const name = title ? `${isolateBidi(title)} · Snug` : 'Snug';
    document.title = unread > 0 ? `(${formatBadge(unread)}) ${name}` : name;
    return () => {
      document.title = 'Snug';
    };
  }, [title, unread]);
}
