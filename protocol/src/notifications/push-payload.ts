/**
 * What a push carries, as JSON, for the service worker of the page. Browsers with declarative web push (W3C Push API, "8030") show
 * `notification` themselves, if the worker shows nothing else. Its title and body are only what people wrote or named: the worker
 * adds all words of the interface in the language of the device, and replaces the notification with the same `tag`.
 */
export interface PushPayload {
  web_push?: 8030;
  mutable?: true;
  notification?: {
    title: string;
    body?: string;
    dir?: 'auto';
    tag: string;
    /** The address that a click opens. */
    navigate: string;
  };
  /** The number of unread mentions, replies and direct messages. */
  app_badge?: number;
  snug: {
    v: typeof PUSH_VERSION;
    /** Of `test_push`: its result has the same id. */
    test?: string;
  };
}

export const PUSH_VERSION = 1;
