import type { Chat } from '@snug/client';
import type { ProviderId, SignInOptions } from '@snug/protocol';
import { openLinkChannel } from '../linking/channel.ts';
import { wordsOfRefusal } from '../providers/provider-error-text.ts';
import { AccountError, providerAddress } from '../sign-in/accounts.ts';
import { lateWords } from '../strings/lazy-strings.ts';
import { showInfo, showSuccess } from '../ui/feedback/toast.ts';

type Provider = SignInOptions['providers'][number];

const LOOK_EVERY_MS = 300;
const WINDOW = '/linking.html';

let current: AbortController | undefined;

/** Opens the window in which a provider is asked, and says how it ended. To be called in the click itself. */
export function linkInWindow(chat: Chat, provider: Provider): void {
  current?.abort();
  const flow = chat.newId();
  const popup = window.open(`${WINDOW}?flow=${flow}`, 'snug-linking', 'popup,width=520,height=720');
  if (!popup) {
    showInfo(lateWords.providers.windowBlocked(provider.name));
    return;
  }
  // The provider's page is to have no hold on this one.
  popup.opener = null;
  current = new AbortController();
  noteWhenLeft(popup, provider.name, current.signal);
  hearOf(flow, chat, provider, current);
}

/**
 * A window that a provider has cut off from its opener passes for closed; but while somebody looks at it, this page is
 * not in focus. And whatever is said here: how it ends is still heard.
 */
function noteWhenLeft(popup: Window, name: string, signal: AbortSignal): void {
  const looking = setInterval(() => {
    if (!popup.closed || !document.hasFocus()) return;
    clearInterval(looking);
    showInfo(lateWords.providers.windowLeft(name));
  }, LOOK_EVERY_MS);
  signal.addEventListener('abort', () => clearInterval(looking));
}

function hearOf(flow: string, chat: Chat, { id, name }: Provider, listening: AbortController): void {
  const channel = openLinkChannel(message => {
    if (message.type === 'changed' || message.flow !== flow) return;
    if (message.type === 'ready') void send();
    if (message.type === 'ended') end(message.error);
  });
  listening.signal.addEventListener('abort', () => channel.close());

  async function send(): Promise<void> {
    try {
      const url = await providerAddress('link-social', id, { done: WINDOW, error: WINDOW });
      if (!listening.signal.aborted) channel.send({ type: 'go', flow, url });
    } catch (error) {
      if (!(error instanceof AccountError)) throw error;
      end(error.code);
    }
  }

  function end(error: string | undefined): void {
    if (listening.signal.aborted) return;
    channel.send({ type: 'heard', flow });
    listening.abort();
    if (error === undefined) void confirm(chat, { id, name });
    else showInfo(wordsOfRefusal(error, name));
  }
}

/** Says that it is linked where the server says so, too. */
async function confirm(chat: Chat, { id, name }: Provider): Promise<void> {
  const linked = await chat.listAccounts().catch((): ProviderId[] => []);
  if (linked.includes(id)) showSuccess(lateWords.providers.linkedWith(name));
  else showInfo(wordsOfRefusal('', name));
}
