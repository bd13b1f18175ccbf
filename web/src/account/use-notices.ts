import { Retry } from '@snug/client';
import { CommandError, type CommandOutput, type Notice } from '@snug/protocol';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useChat } from '../state/chat-context.ts';
import { useStore } from '../state/use-store.ts';
import { setTimer } from '../ui/browser/set-timer.ts';
import { showCommandError } from '../ui/feedback/toast.ts';
import { requestFromAccount } from './sign-in/post-account.ts';

const environment = { random: Math.random, setTimer };

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
  const [attempt, setAttempt] = useState(0);
  const retry = useMemo(
    () => new Retry({ environment, connection }, () => setAttempt(count => count + 1)),
    [connection],
  );

  useEffect(() => {
    // Once for each page and for each new one. A read that fails is repeated.
    if (!isConnected || listed === wanted) return undefined;
    let isNewest = true;
    // With the cookie: after a new password, the socket has the previous session for a moment, which lists what this browser did.
    requestFromAccount<CommandOutput<'list_notices'>>('list_notices', {}).then(
      ({ notices }) => {
        if (!isNewest) return;
        retry.reset();
        setNotices(notices);
        setListed(wanted);
      },
      () => isNewest && retry.schedule(),
    );
    return () => {
      isNewest = false;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- an attempt reads again
  }, [isConnected, listed, wanted, attempt, retry]);
  useEffect(() => () => retry.cancel(), [retry]);
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
