import type { Connection } from '@snug/client';
import { CommandError, type PushDevice } from '@snug/protocol';
import { findRegistration } from './find-obstacle.ts';
import { notifySetting } from './notify-setting.ts';
import { subscribe } from './subscribe.ts';
import { toDevice } from './to-device.ts';

export type Commands = Pick<Connection, 'command'>;

/**
 * `open_only`: the browser has no push service, so that notifications show only while a page is open. `dismissed`: the person has closed
 * the question of the browser. `forbidden_address`: the server sends nothing to its push service.
 */
export type TurnOnResult =
  | { kind: 'on'; device: PushDevice }
  | { kind: 'open_only' | 'blocked' | 'dismissed' }
  | { kind: 'forbidden_address'; host: string };

/** Only in a handler of a click: other browsers ignore the question then, and Firefox never answers. Rejects with a `CommandError`. */
export async function turnOn(connection: Commands): Promise<TurnOnResult> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return { kind: permission === 'denied' ? 'blocked' : 'dismissed' };
  const result = await addThisDevice(connection);
  if (result.kind !== 'forbidden_address') notifySetting.set('on');
  return result;
}

/**
 * Subscribes if needed, so that the server has the newest subscription. `renews`: nobody has asked for it. Rejects with a `CommandError`,
 * of the code `forbidden` if the person has removed this device elsewhere.
 */
export async function addThisDevice(connection: Commands, { renews = false } = {}): Promise<TurnOnResult> {
  const { pushKey } = await connection.command('list_push_devices', {});
  const registration = await findRegistration();
  const subscription = await trySubscribing(registration, pushKey);
  if (!subscription) return { kind: 'open_only' };
  try {
    const { device } = await connection.command('add_push_device', { ...toDevice(subscription), renews });
    return { kind: 'on', device };
  } catch (error) {
    if (!(error instanceof CommandError && error.code === 'invalid_input')) throw error;
    await subscription.unsubscribe();
    return { kind: 'forbidden_address', host: new URL(subscription.endpoint).host };
  }
}

/** All tabs have one subscription. */
const LOCK = 'snug:device';

/** After the push service has ended the subscription, of which the browser may not know. */
export async function renewThisDevice(connection: Commands): Promise<TurnOnResult> {
  return navigator.locks.request(LOCK, () => subscribeAgain(connection, { renews: false }));
}

/** If the server has ended the device; returns whether it has. Rejects like `addThisDevice`. */
export async function renewLostDevice(connection: Commands): Promise<boolean> {
  return navigator.locks.request(LOCK, async () => {
    const { devices } = await connection.command('list_push_devices', {});
    const isLost = !devices.some(({ current }) => current);
    if (isLost) await subscribeAgain(connection, { renews: true });
    return isLost;
  });
}

async function subscribeAgain(connection: Commands, options: { renews: boolean }): Promise<TurnOnResult> {
  const registration = await findRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
  return addThisDevice(connection, options);
}

async function trySubscribing(
  registration: ServiceWorkerRegistration | undefined,
  pushKey: string,
): Promise<PushSubscription | undefined> {
  if (!registration || !('pushManager' in registration)) return undefined;
  try {
    return await subscribe(registration.pushManager, pushKey);
  } catch {
    return undefined;
  }
}
