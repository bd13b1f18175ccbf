import { useEffect } from 'react';
import { isolated } from './direction.ts';

/** Names the browser tab for as long as the caller is on screen. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${isolated(title)} · Snug` : 'Snug';
    return () => {
      document.title = 'Snug';
    };
  }, [title]);
}
