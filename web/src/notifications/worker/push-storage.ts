import { PUSH_CACHE } from '../../state/offline/push-cache.ts';
import { NO_PUSH_STATE, type PushState } from './push-state.ts';

const PATH = '/state';

/** Outlives the service worker, which the browser stops between pushes. Only one change at a time. */
export async function changePushState(change: (state: PushState) => Promise<PushState>): Promise<void> {
  const cache = await caches.open(PUSH_CACHE);
  const stored = await cache.match(PATH);
  const state = stored ? ((await stored.json()) as PushState) : NO_PUSH_STATE;
  await cache.put(PATH, Response.json(await change(state)));
}
