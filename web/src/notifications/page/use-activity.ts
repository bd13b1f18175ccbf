import { useEffect } from 'react';
import { useChat } from '../../state/chat-context.ts';
import { useStore } from '../../state/use-store.ts';
import { Activity } from './activity.ts';

const activity = new Activity({
  page: document,
  now: () => performance.now(),
  setTimer(run, ms) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
});

/** Other devices of this person wait a moment while somebody looks at this page. */
export function useActivity(): void {
  const { connection, isPushOff } = useChat();
  const isOff = useStore(isPushOff);
  const isReady = useStore(connection.state).status === 'connected' && !isOff;
  useEffect(() => {
    if (!isReady) return undefined;
    return activity.follow(active => {
      connection.command('set_active', { active }).catch(() => {
        // The server then sends pushes at once.
      });
    });
  }, [isReady, connection]);
}
