import { parentPort } from 'node:worker_threads';
import { lowerPriority } from '../../base/lower-priority.ts';
import { ReceivedRequests } from '../../base/thread-requests.ts';
import { readWebhookText } from './webhook-text.ts';
import type { FromWebhookThread, ToWebhookThread } from './webhook-thread.ts';

lowerPriority();
const requests = new ReceivedRequests();
parentPort?.on('message', (message: ToWebhookThread) => void respond(message));

async function respond({ id, headers, bytes }: ToWebhookThread): Promise<void> {
  const response: FromWebhookThread = await requests.respond(id, () => readWebhookText(headers, bytes));
  parentPort?.postMessage(response);
}
