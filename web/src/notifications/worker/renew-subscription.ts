import { subscribe } from '../device/subscribe.ts';
import { toDevice } from '../device/to-device.ts';

type Manager = Pick<PushManager, 'getSubscription' | 'subscribe'>;

/** Sends a command of the person who is signed in here. */
export type Post = (command: string, input: object) => Promise<Response>;

/**
 * After the browser has changed or ended the subscription, while no page may be open. Browsers that send no event renew at the next start
 * of the page.
 */
export async function renewSubscription(manager: Manager, post: Post): Promise<void> {
  const answer = await post('list_push_devices', {});
  if (!answer.ok) return;
  const { pushKey } = (await answer.json()) as { pushKey: string };
  const subscription = await subscribe(manager, pushKey);
  const { status } = await post('add_push_device', { ...toDevice(subscription), renews: true });
  // The person has removed this device elsewhere.
  if (status === 403) await subscription.unsubscribe();
}
