import type { CommandOutput } from '@snug/protocol';
import { useCallback, useEffect } from 'react';
import { useChat } from '../../state/chat-context.ts';
import { useLatestRead } from '../../state/use-latest-read.ts';

export type PushDevices = CommandOutput<'list_push_devices'>;

/** Undefined while unknown. The second value reads them again. */
export function usePushDevices(): [known: PushDevices | undefined, refresh: () => void] {
  const { connection } = useChat();
  const [known, refresh] = useLatestRead(
    useCallback(async () => connection.command('list_push_devices', {}), [connection]),
  );
  useEffect(
    () => connection.events.subscribe(({ type }) => type === 'push_devices_changed' && refresh()),
    [connection, refresh],
  );
  return [known, refresh];
}
