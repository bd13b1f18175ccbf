import type { Passkey } from '@snug/protocol';
import { useCallback } from 'react';
import { useChat } from '../../state/chat-context.ts';
import { useLatestRead } from '../../state/use-latest-read.ts';

/** Those of this person, the oldest first; undefined while unknown. The second value reads them again. */
export function usePasskeys(): [passkeys: readonly Passkey[] | undefined, refresh: () => void] {
  const { connection } = useChat();
  return useLatestRead(
    useCallback(async () => (await connection.command('list_passkeys', {})).passkeys, [connection]),
  );
}
