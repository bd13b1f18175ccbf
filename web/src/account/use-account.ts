import type { CommandOutput } from '@snug/protocol';
import { useCallback, useEffect, useState } from 'react';
import { useChat } from '../chat/chat-context.ts';
import { useStore } from '../chat/use-store.ts';
import { loadSignInOptions } from '../providers/sign-in-options.ts';

export interface AccountDetails extends CommandOutput<'get_account'> {
  /** Whether the public address of the server permits passkeys. */
  offersPasskeys: boolean;
}

/** How this person signs in; undefined while unknown. The second value reads it again. */
export function useAccount(): [account: AccountDetails | undefined, refresh: () => void] {
  const { connection } = useChat();
  const isConnected = useStore(connection.state).status === 'connected';
  const [account, setAccount] = useState<AccountDetails>();
  const refresh = useCallback(() => {
    // If it fails, the present state stays until the next connection reads it again.
    Promise.all([connection.command('get_account', {}), loadSignInOptions()]).then(
      ([known, { passkeys = false }]) => setAccount({ ...known, offersPasskeys: passkeys }),
      () => {},
    );
  }, [connection]);
  useEffect(() => {
    if (isConnected) refresh();
  }, [isConnected, refresh]);
  return [account, refresh];
}
