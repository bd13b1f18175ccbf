import type { CommandOutput } from '@snug/protocol';
import { useCallback } from 'react';
import { useChat } from '../state/chat-context.ts';
import { useLatestRead } from '../state/use-latest-read.ts';
import { loadSignInOptions } from './providers/sign-in-options.ts';

export interface AccountDetails extends CommandOutput<'get_account'> {
  /** Whether the public address of the server permits passkeys. */
  offersPasskeys: boolean;
}

/** How this person signs in; undefined while unknown. The second value reads it again. */
export function useAccount(): [account: AccountDetails | undefined, refresh: () => void] {
  const { connection } = useChat();
  return useLatestRead(
    useCallback(async () => {
      const [known, options] = await Promise.all([
        connection.command('get_account', {}),
        loadSignInOptions(),
      ]);
      return { ...known, offersPasskeys: options.passkeys ?? false };
    }, [connection]),
  );
}
