import { CommandError, type Notice } from '@snug/protocol';
import { useCallback, useEffect, useState } from 'react';
import { useChat } from '../chat/chat-context.ts';
import { useStore } from '../chat/use-store.ts';
import { showCommandError } from '../ui/feedback/toast.ts';

/** What this person has not acknowledged on this device, the newest first. The second value acknowledges them. */
export function useNotices(): [notices: readonly Notice[], acknowledge: () => Promise<void>] {
  const { connection } = useChat();
  const isConnected = useStore(connection.state).status === 'connected';
  const [notices, setNotices] = useState<readonly Notice[]>();

  useEffect(() => {
    // Once for each page, unless it fails: later ones arrive as events.
    if (!isConnected || notices) return;
    connection.command('list_notices', {}).then(
      ({ notices }) => setNotices(notices),
      () => {},
    );
  }, [connection, isConnected, notices]);
  useEffect(
    () =>
      connection.events.subscribe(event => {
        if (event.type === 'notice_added') setNotices(known => [event.notice, ...(known ?? [])]);
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
  return [notices ?? [], acknowledge];
}
