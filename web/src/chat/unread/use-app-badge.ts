import { useEffect } from 'react';
import { useUnreadTotals } from './use-unread.ts';

/** On the icon of the installed app. While no page is on the screen, pushes change it, too. */
export function useAppBadge(): void {
  const { personal } = useUnreadTotals();
  useEffect(() => {
    const show = () => {
      if (document.visibilityState === 'visible') showAppBadge(personal);
    };
    showAppBadge(personal);
    document.addEventListener('visibilitychange', show);
    return () => document.removeEventListener('visibilitychange', show);
  }, [personal]);
}

/** Not every browser has it, and some reject it without an installed app. */
function showAppBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return;
  const shown = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge();
  shown.catch(() => {
    // The number in the title remains.
  });
}
