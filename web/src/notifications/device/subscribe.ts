const RETRY_AFTER_MS = 1_000;

type Manager = Pick<PushManager, 'getSubscription' | 'subscribe'>;

/**
 * The subscription of this browser with this key of the server; one with another key ends, because a browser has only one. Rejects if the
 * browser has no push service. `pushKey`: in base64url.
 */
export async function subscribe(
  manager: Manager,
  pushKey: string,
  wait = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms)),
): Promise<PushSubscription> {
  const existing = await manager.getSubscription();
  if (existing && hasKey(existing, pushKey)) return existing;
  await existing?.unsubscribe();
  const request = () => manager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey });
  return request().catch(async () => {
    // Firefox rejects in the first seconds after its start.
    await wait(RETRY_AFTER_MS);
    return request();
  });
}

export function hasKey({ options }: Pick<PushSubscription, 'options'>, pushKey: string): boolean {
  const { applicationServerKey } = options;
  if (!applicationServerKey) return false;
  const bytes = String.fromCodePoint(...new Uint8Array(applicationServerKey));
  const base64 = (text: string) => text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
  return base64(btoa(bytes)) === base64(pushKey);
}
