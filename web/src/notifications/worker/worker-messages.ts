import type { PushPayload } from '@snug/protocol';

/** From a page to the service worker: treat it like a push. */
export interface ShowMessage {
  type: 'show';
  payload: PushPayload;
}

/** From the service worker to pages. */
export type WorkerMessage =
  /** The person has clicked a notification. */
  | { type: 'open'; path: string }
  /** The push of a test has come, and the browser has shown its notification, or has refused. */
  | { type: 'test'; id: string; isShown: boolean };
