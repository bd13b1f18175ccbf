import { CommandError } from '@snug/protocol';
import { useEffect } from 'react';
import { useChat } from '../../state/chat-context.ts';
import { useStore } from '../../state/use-store.ts';
import { isPermitted } from '../device/find-obstacle.ts';
import { notifySetting } from '../device/notify-setting.ts';
import type * as TurnOn from '../device/turn-on.ts';

const INTERVAL_MS = 86_400_000;
/** A push service may refuse every subscription. */
const LOST_INTERVAL_MS = 60_000;

let doneAt = Number.NEGATIVE_INFINITY;
let lostAt = Number.NEGATIVE_INFINITY;

/**
 * At the start of the page, and once a day while it is open: renews the subscription if the server has another key, or if the browser has
 * lost it. The server sees that somebody uses this browser. Also when the server ends the device: the push service has refused it,
 * or its person has removed it elsewhere.
 */
export function useThisDevice(): void {
  const { connection, isPushOff } = useChat();
  const isOff = useStore(isPushOff);
  const { status } = useStore(connection.state);
  const isReady = status === 'connected' && !isOff;
  useEffect(() => {
    // The device ends with its session, and the next sign-in may need no load of the page.
    if (status === 'closed') doneAt = Number.NEGATIVE_INFINITY;
  }, [status]);
  useEffect(() => {
    if (!isReady) return undefined;
    if (isOn() && Date.now() - doneAt >= INTERVAL_MS)
      void renew(async ({ addThisDevice }) => {
        await addThisDevice(connection, { renews: true });
        doneAt = Date.now();
      });
    return connection.events.subscribe(({ type }) => {
      if (type !== 'push_devices_changed' || !isOn() || Date.now() - lostAt < LOST_INTERVAL_MS) return;
      void renew(async ({ renewLostDevice }) => {
        if (await renewLostDevice(connection)) lostAt = Date.now();
      });
    });
  }, [isReady, connection]);
}

function isOn(): boolean {
  return notifySetting.get() === 'on' && isPermitted();
}

async function renew(run: (device: typeof TurnOn) => Promise<void>): Promise<void> {
  try {
    await run(await import('../device/turn-on.ts'));
  } catch (error) {
    // Otherwise the next connection tries again.
    if (!(error instanceof CommandError && error.code === 'forbidden')) return;
    const { endSubscription } = await import('../device/turn-off.ts');
    notifySetting.set('off');
    await endSubscription();
  }
}
