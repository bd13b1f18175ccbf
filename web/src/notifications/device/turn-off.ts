import { clearPushCache } from '../../state/offline/push-cache.ts';
import { findRegistration, isPermitted } from './find-obstacle.ts';
import { notifySetting } from './notify-setting.ts';

/** A push service that does not answer must not keep a person from signing out. */
const MAX_WAIT_MS = 3_000;

/** Ends the subscription of this browser, and removes from it what pushes have shown. Never rejects. */
export async function endSubscription(): Promise<void> {
  const registration = await findRegistration();
  const subscription = await registration?.pushManager?.getSubscription().catch(() => null);
  const unsubscribed = subscription?.unsubscribe().catch(() => undefined);
  const shown = (await registration?.getNotifications().catch(() => [])) ?? [];
  for (const notification of shown) notification.close();
  await clearPushCache().catch(() => undefined);
  if ('clearAppBadge' in navigator) await navigator.clearAppBadge().catch(() => undefined);
  await unsubscribed;
}

/**
 * Before a session of this browser ends, and when it has ended elsewhere: the next person must not see notifications of this one. After
 * the next sign-in, the page offers to turn them on again.
 */
export async function leaveDevice(): Promise<void> {
  if (!isPermitted()) return;
  if (notifySetting.get() === 'on') notifySetting.set('again');
  await Promise.race([endSubscription(), new Promise(resolve => setTimeout(resolve, MAX_WAIT_MS))]);
}
