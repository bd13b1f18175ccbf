import { useCallback, useEffect, useRef, useState } from 'react';
import { useChat } from './chat-context.ts';
import { useStore } from './use-store.ts';

/**
 * Reads at each connection, and again with the second value; undefined before the first result. The newest read counts. If it
 * fails, the last result stays until the next one. `read` keeps its identity.
 */
export function useLatestRead<Output>(
  read: () => Promise<Output>,
): [output: Output | undefined, refresh: () => void] {
  const isConnected = useStore(useChat().connection.state).status === 'connected';
  const [output, setOutput] = useState<Output>();
  const readNumber = useRef(0);
  const refresh = useCallback(() => {
    const number = ++readNumber.current;
    read().then(
      result => number === readNumber.current && setOutput(() => result),
      () => {},
    );
  }, [read]);
  useEffect(() => {
    if (isConnected) refresh();
  }, [isConnected, refresh]);
  return [output, refresh];
}
