/** Holds what this device knows of pushes: notifications/worker/push-state.ts. */
export const PUSH_CACHE = 'snug:push';

/** For the sign-out. The next person on this device learns nothing from it. */
export async function clearPushCache(): Promise<void> {
  await caches.delete(PUSH_CACHE);
}
