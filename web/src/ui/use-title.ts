import { useEffect } from 'react';

/** Names the browser tab for as long as the caller is on screen. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · Snug` : 'Snug';
    return () => {
      document.title = 'Snug';
    };
  }, [title]);
}
