import { useEffect } from 'react';
import { navigate } from '../../ui/browser/location.ts';
import { toOpenablePath } from '../worker/app-paths.ts';
import type { WorkerMessage } from '../worker/worker-messages.ts';

/** Opens what the person has clicked in a notification. A reload would lose the place of the caret in a draft. */
export function useOpenedNotifications(): void {
  useEffect(() => {
    // Browsers have none without https.
    const serviceWorker = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    const onMessage = ({ data }: MessageEvent<WorkerMessage | undefined>) => {
      const path = data?.type === 'open' ? toOpenablePath(data.path, location.origin) : undefined;
      if (path !== undefined && path !== location.pathname + location.search) navigate(path);
    };
    serviceWorker?.addEventListener('message', onMessage);
    return () => serviceWorker?.removeEventListener('message', onMessage);
  }, []);
}
