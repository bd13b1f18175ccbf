import type { Chat } from '@snug/client';
import { CommandError } from '@snug/protocol';
import { useEffect } from 'react';
import { useChat } from '../../state/chat-context.ts';
import { useStore } from '../../state/use-store.ts';
import { isPermitted } from '../device/find-obstacle.ts';
import { notifySetting } from '../device/notify-setting.ts';

const INTERVAL_MS = 86_400_000;

let doneAt = Number.NEGATIVE_INFINITY;

/**
 * At the start of the page, and once a day while it is open: renews the subscription if the server has another key, or if the browser has
 * lost it. The server sees that somebody uses this browser.
 */
export function useThisDevice(): void {
  const { connection, isPushOff } = useChat();
  const isOff = useStore(isPushOff);
  const isReady = useStore(connection.state).status === 'connected' && !isOff;
  useEffect(() => {
    if (!isReady || notifySetting.get() !== 'on' || !isPermitted()) return;
    if (Date.now() - doneAt >= INTERVAL_MS) void renew(connection);
  }, [isReady, connection]);
}

async function renew(connection: Chat['connection']): Promise<void> {
  try {
    const { addThisDevice } = await import('../device/turn-on.ts');
    await addThisDevice(connection, { renews: true });
    doneAt = Date.now();
  } catch (error) {
    // Otherwise the next connection tries again.
    if (!(error instanceof CommandError && error.code === 'forbidden')) return;
    const { endSubscription } = await import('../device/turn-off.ts');
    notifySetting.set('off');
    await endSubscription();
  }
}
