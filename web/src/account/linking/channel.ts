/** `flow` is a random id of one sign-in flow: no other site can guess it. */
export type LinkMessage =
  | { type: 'ready'; flow: string }
  | { type: 'go'; flow: string; url: string }
  | { type: 'ended'; flow: string; error?: string }
  | { type: 'heard'; flow: string }
  /** A page of this browser unlinked an account. */
  | { type: 'changed' };

export interface LinkChannel {
  send(message: LinkMessage): void;
  close(): void;
}

/** Reaches only Snug's pages in this browser, even if a provider's page has severed its window from the opener (COOP). */
export function openLinkChannel(onMessage: (message: LinkMessage) => void): LinkChannel {
  const channel = new BroadcastChannel('snug:linking');
  channel.addEventListener('message', ({ data }) => onMessage(data as LinkMessage));
  return {
    send: message => channel.postMessage(message),
    close: () => channel.close(),
  };
}
