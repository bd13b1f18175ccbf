import type { Topic } from '@snug/protocol';
import type { CommandSubscriber } from './command-handler.ts';

/** `read` runs after the subscription, so that no change is lost in between. Unsubscribes if it throws. */
export async function subscribeThenRead<Value>(
  subscriber: CommandSubscriber | undefined,
  topic: Topic,
  read: () => Promise<Value>,
): Promise<Value> {
  const unsubscribe = await subscriber?.subscribe(topic);
  try {
    return await read();
  } catch (error) {
    unsubscribe?.();
    throw error;
  }
}
