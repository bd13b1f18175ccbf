import { useEffect } from 'react';
import { fetchCurrentAccount } from './accounts.ts';
import { hasBeenSignedIn, reloadSession } from './session.ts';

/** On a slow connection, the end of a session can arrive before the session that replaces it. In ms. */
const LOOKS = [1_000, 5_000];

/** Leaves the sign-in page if the browser has a session again, such as after a sign-in in another tab. */
export function useSessionElsewhere(): void {
  useEffect(() => {
    const look = async () => {
      const account = await fetchCurrentAccount().catch(() => undefined);
      if (account) reloadSession();
    };
    const onVisibilityChange = () => {
      if (!document.hidden) void look();
    };
    const timers = hasBeenSignedIn() ? LOOKS.map(ms => setTimeout(() => void look(), ms)) : [];
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => {
      for (const timer of timers) clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisibilityChange);
    };
  }, []);
}
