import { useEffect } from 'react';
import { useTitle } from '../../ui/browser/use-title.ts';
import { useUnreadTotals } from './use-unread.ts';

export function RoomTitle({ name }: { name?: string | undefined }) {
  const { unread, personal } = useUnreadTotals();
  useTitle(name, unread);
  useEffect(() => showAppBadge(personal), [personal]);
  return null;
}

/** On the icon of the installed app. Not every browser has it, and some reject it without an installed app. */
function showAppBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return;
  const shown = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge();
  shown.catch(() => {
    // The number in the title remains.
  });
}
