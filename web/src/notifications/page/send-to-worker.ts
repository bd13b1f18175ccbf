import type { PushPayload } from '@snug/protocol';
import { findRegistration } from '../device/find-obstacle.ts';
import type { ShowMessage } from '../worker/worker-messages.ts';

/** The service worker treats it like a push of the server. */
export async function sendToWorker(payload: PushPayload): Promise<void> {
  const registration = await findRegistration();
  registration?.active?.postMessage({ type: 'show', payload } satisfies ShowMessage);
}
