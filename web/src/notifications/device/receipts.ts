import type { WorkerMessage } from '../worker/worker-messages.ts';

const received = new Set<string>();
let onReceipt = (): void => {};

/** A push can arrive before the server's result, so that the page follows all receipts from the start of a test. */
function followReceipts(): void {
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<WorkerMessage | undefined>) => {
    if (data?.type !== 'test') return;
    received.add(data.id);
    onReceipt();
  });
}

if ('serviceWorker' in navigator) followReceipts();

/** Whether the service worker has received the push of a test, within the time. */
export function waitForReceipt(testId: string, ms: number): Promise<boolean> {
  return new Promise(resolve => {
    const finish = (hasArrived: boolean) => {
      clearTimeout(timer);
      onReceipt = () => {};
      resolve(hasArrived);
    };
    const timer = setTimeout(() => finish(false), ms);
    onReceipt = () => {
      if (received.delete(testId)) finish(true);
    };
    onReceipt();
  });
}
