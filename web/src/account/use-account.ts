import type { CommandOutput } from '@snug/protocol';
import { useCallback, useEffect, useState } from 'react';
import { useChat } from '../chat/chat-context.ts';
import { useStore } from '../chat/use-store.ts';

export type AccountDetails = CommandOutput<'get_account'>;

/** How this person signs in; undefined while unknown. The second value reads it again. */
export function useAccount(): [account: AccountDetails | undefined, refresh: () => void] {
  const { connection } = useChat();
  const isConnected = useStore(connection.state).status === 'connected';
  const [account, setAccount] = useState<AccountDetails>();
  const refresh = useCallback(() => {
    // If it fails, the present state stays until the next connection reads it again.
    connection.command('get_account', {}).then(setAccount, () => {});
  }, [connection]);
  useEffect(() => {
    if (isConnected) refresh();
  }, [isConnected, refresh]);
  return [account, refresh];
}
