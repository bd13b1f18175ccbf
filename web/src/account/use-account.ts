import { Signal } from '@snug/client';
import type { CommandOutput } from '@snug/protocol';
import { useCallback, useEffect } from 'react';
import { useChat } from '../state/chat-context.ts';
import { useLatestRead } from '../state/use-latest-read.ts';
import { loadSignInOptions } from './providers/sign-in-options.ts';

export interface AccountDetails extends CommandOutput<'get_account'> {
  /** Whether the public address of the server permits passkeys. */
  offersPasskeys: boolean;
}

const changes = new Signal<undefined>();

/** How this person signs in; undefined while unknown. */
export function useAccount(): AccountDetails | undefined {
  const { connection } = useChat();
  const [account, refresh] = useLatestRead(
    useCallback(async () => {
      const [known, options] = await Promise.all([
        connection.command('get_account', {}),
        loadSignInOptions(),
      ]);
      return { ...known, offersPasskeys: options.passkeys ?? false };
    }, [connection]),
  );
  useEffect(() => changes.subscribe(refresh), [refresh]);
  return account;
}

/** Call it after a change: every part of the page that shows the account reads it again. */
export function reloadAccount(): void {
  changes.emit(undefined);
}
