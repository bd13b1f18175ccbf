import type { Passkey } from '@snug/protocol';
import { useCallback, useEffect, useState } from 'react';
import { useChat } from '../chat/chat-context.ts';
import { useStore } from '../chat/use-store.ts';

/** Those of this person, the oldest first; undefined while unknown. The second value reads them again. */
export function usePasskeys(): [passkeys: readonly Passkey[] | undefined, refresh: () => void] {
  const { connection } = useChat();
  const isConnected = useStore(connection.state).status === 'connected';
  const [passkeys, setPasskeys] = useState<readonly Passkey[]>();
  const refresh = useCallback(() => {
    // If it fails, the list stays until the next connection reads it again.
    connection.command('list_passkeys', {}).then(
      ({ passkeys }) => setPasskeys(passkeys),
      () => {},
    );
  }, [connection]);
  useEffect(() => {
    if (isConnected) refresh();
  }, [isConnected, refresh]);
  return [passkeys, refresh];
}
