// TypeScript's DOM library does not describe the scope of a service worker.

export interface LifeEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

export interface PushEvent extends LifeEvent {
  readonly data: { json(): unknown } | null;
}

export interface NotificationClickEvent extends LifeEvent {
  readonly notification: Notification;
}

export interface WindowClient {
  readonly url: string;
  readonly visibilityState: DocumentVisibilityState;
  postMessage(message: unknown): void;
  focus(): Promise<unknown>;
}

interface Events {
  push: PushEvent;
  notificationclick: NotificationClickEvent;
  pushsubscriptionchange: LifeEvent;
  message: LifeEvent & { readonly data: unknown };
}

export interface WorkerScope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    /** The one that was used last comes first. */
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly WindowClient[]>;
    openWindow(path: string): Promise<unknown>;
  };
  addEventListener<Type extends keyof Events>(type: Type, listener: (event: Events[Type]) => void): void;
}
