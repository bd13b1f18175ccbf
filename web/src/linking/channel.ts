/**
 * What the window in which a provider is asked, and the page that opened it, tell each other. `flow` is the page's
 * name for this one way there and back; no other site can know it.
 */
export type LinkMessage =
  | { type: 'ready'; flow: string }
  | { type: 'go'; flow: string; url: string }
  | { type: 'ended'; flow: string; error?: string }
  | { type: 'heard'; flow: string }
  /** Some page of this browser disconnected something. */
  | { type: 'changed' };

export interface LinkChannel {
  send(message: LinkMessage): void;
  close(): void;
}

/**
 * Reaches Snug's pages in this browser and nobody else's, also where a provider's page has cut its window off from the
 * one that opened it.
 */
export function openLinkChannel(onMessage: (message: LinkMessage) => void): LinkChannel {
  const channel = new BroadcastChannel('snug:linking');
  channel.addEventListener('message', ({ data }) => onMessage(data as LinkMessage));
  return {
    send: message => channel.postMessage(message),
    close: () => channel.close(),
  };
}
