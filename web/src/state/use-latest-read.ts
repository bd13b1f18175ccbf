import { useEffect, useMemo } from 'react';
import { setTimer } from '../ui/browser/set-timer.ts';
import { useChat } from './chat-context.ts';
import { LatestRead } from './latest-read.ts';
import { useStore } from './use-store.ts';

const environment = { random: Math.random, setTimer };

/**
 * Reads at each connection, and again with the second value; undefined before the first result. The newest read counts. If it
 * fails, it is repeated, and the last result stays meanwhile. `read` keeps its identity.
 */
export function useLatestRead<Output>(
  read: () => Promise<Output>,
): [output: Output | undefined, refresh: () => void] {
  const { connection } = useChat();
  const isConnected = useStore(connection.state).status === 'connected';
  const latest = useMemo(() => new LatestRead({ environment, connection }, read), [connection, read]);
  useEffect(() => {
    if (isConnected) latest.refresh();
  }, [isConnected, latest]);
  useEffect(() => () => latest.stop(), [latest]);
  return [useStore(latest.output), latest.refresh];
}
