import { CommandError, type CommandOutput, type Notice } from '@snug/protocol';
import { useCallback, useEffect, useMemo } from 'react';
import { useChat } from '../state/chat-context.ts';
import { useStore } from '../state/use-store.ts';
import { setTimer } from '../ui/browser/set-timer.ts';
import { showCommandError } from '../ui/feedback/toast.ts';
import { Notices } from './notices.ts';
import { requestFromAccount } from './sign-in/post-account.ts';

const environment = { random: Math.random, setTimer };

/**
 * What this person has not acknowledged on this device, the newest first; undefined while that is unknown. The second value
 * acknowledges them.
 */
export function useNotices(): [notices: readonly Notice[] | undefined, acknowledge: () => Promise<void>] {
  const { connection } = useChat();
  const notices = useMemo(() => new Notices({ environment, connection, list }), [connection]);
  useEffect(() => notices.start(), [notices]);
  const acknowledge = useCallback(async () => {
    try {
      await notices.acknowledge();
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      showCommandError(error);
    }
  }, [notices]);
  return [useStore(notices.shown), acknowledge];
}

/** With the cookie: after a new password, the socket has the previous session for a moment, which lists what this browser did. */
async function list(): Promise<readonly Notice[]> {
  return (await requestFromAccount<CommandOutput<'list_notices'>>('list_notices', {})).notices;
}
