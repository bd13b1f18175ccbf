import { CommandError, type CommandOutput, type Notice } from '@snug/protocol';
import { useCallback, useEffect, useState } from 'react';
import { useChat } from '../state/chat-context.ts';
import { useStore } from '../state/use-store.ts';
import { showCommandError } from '../ui/feedback/toast.ts';
import { requestFromAccount } from './sign-in/post-account.ts';

/**
 * What this person has not acknowledged on this device, the newest first; undefined while that is unknown. The second value
 * acknowledges them.
 */
export function useNotices(): [notices: readonly Notice[] | undefined, acknowledge: () => Promise<void>] {
  const { connection } = useChat();
  const isConnected = useStore(connection.state).status === 'connected';
  const [notices, setNotices] = useState<readonly Notice[]>();
  const [wanted, setWanted] = useState(1);
  const [listed, setListed] = useState(0);

  useEffect(() => {
    // Once for each page and for each new one, unless it fails.
    if (!isConnected || listed === wanted) return undefined;
    let isNewest = true;
    // With the cookie: after a new password, the socket has the previous session for a moment, which lists what this browser did.
    requestFromAccount<CommandOutput<'list_notices'>>('list_notices', {}).then(
      ({ notices }) => {
        if (!isNewest) return;
        setNotices(notices);
        setListed(wanted);
      },
      () => {},
    );
    return () => {
      isNewest = false;
    };
  }, [isConnected, listed, wanted]);
  useEffect(
    () =>
      connection.events.subscribe(event => {
        if (event.type === 'notice_added') setWanted(count => count + 1);
      }),
    [connection],
  );

  const acknowledge = useCallback(async () => {
    try {
      const [newest] = notices ?? [];
      if (newest) await connection.command('acknowledge_notices', { until: newest.at });
      setNotices([]);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      showCommandError(error);
    }
  }, [connection, notices]);
  return [notices, acknowledge];
}
